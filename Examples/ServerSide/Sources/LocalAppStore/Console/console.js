// The console: asks the control API, and writes what comes back as text, never as markup.
"use strict";

const $ = (id) => document.getElementById(id);
const state = { store: "default", customer: null, customers: [], products: [], next: 0, stream: null, operations: [], generation: null };

/** A text without the marks that turn the direction of what follows: a name from outside keeps to itself. */
const plain = (text) => String(text).replace(/[\u202a-\u202e\u2066-\u2069]/g, "\ufffd");

/** An element with attributes and children; text is always text. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined).map((child) => (child instanceof Node ? child : plain(child))));
  return element;
}
const words = (name) => name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
const day = (text) => (text || "").replace("T", " ").replace(/(:00)?(\.000)?Z$/, "");
const base = () => `/_control/stores/${encodeURIComponent(state.store)}`;

// Asking

class Refusal extends Error {
  constructor(status, error, request) {
    super(error.message);
    Object.assign(this, { status, error, request });
  }
}

function headers(more = {}) {
  const token = sessionStorage.getItem("token");
  return token ? { ...more, Authorization: `Bearer ${token}` } : more;
}

async function ask(method, path, body) {
  const request = { method, headers: headers(body === undefined ? {} : { "Content-Type": "application/json" }) };
  if (body !== undefined) request.body = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(path, request);
  const text = await response.text();
  let json;
  try { json = JSON.parse(text); } catch { json = text; }
  if (response.ok) return json;
  const error = (json && json.error) || { code: String(response.status), message: text || response.statusText };
  if (response.status === 401 && !$("login").open) $("login").showModal();
  throw new Refusal(response.status, error, `${method} ${path}`);
}
const get = (path) => ask("GET", base() + path);

/** Does something, and shows what came of it. */
async function act(title, method, path, body, { whole = false } = {}) {
  try {
    const answer = await ask(method, whole ? path : base() + path, body);
    show(title, outcome(answer), answer, false);
    refresh();
    return answer;
  } catch (error) {
    complain(title, error);
    return null;
  }
}

function outcome(answer) {
  if (!answer || typeof answer !== "object") return "Done.";
  const parts = [];
  if (answer.effect === "alreadyOwned") parts.push("Nothing changed: the customer has it already.");
  if (answer.effect === "atRenewal") parts.push(`It takes effect at the renewal, ${day(answer.effectDate)}.`);
  if (answer.transaction) parts.push(`Transaction ${answer.transaction.transactionId} of ${answer.transaction.productId}.`);
  for (const name of ["renewed", "failed", "recovered", "lapsed"]) if (answer[name]) parts.push(`${answer[name]} ${name}.`);
  if (answer.codes) parts.push(`Code ${answer.codes.join(", ")}.`);
  for (const told of answer.notifications || []) {
    const attempts = (told.attempts || []).map((attempt) => attempt.status || attempt.outcome).join(", ");
    parts.push(`${told.notificationType}${told.subtype ? ` (${told.subtype})` : ""}${attempts ? `: ${attempts}` : ""}.`);
  }
  return parts.join(" ") || "Done.";
}

function complain(title, error) {
  if (error instanceof Refusal) show(`${title}: ${error.error.code}`, error.message, { request: error.request, status: error.status, error: error.error }, true);
  else show(title, `The server does not answer: ${error.message}`, {}, true);
}

function show(title, text, body, isBad) {
  $("answer").hidden = false;
  $("answer").classList.toggle("bad", isBad);
  $("answer-title").textContent = plain(isBad ? `Refused. ${title}` : title);
  $("answer-text").textContent = plain(text);
  $("answer-body").textContent = plain(JSON.stringify(opened(body), null, 2));
  $("copy").textContent = "Copy";
}

// Signed values

/** What a compact JWS says, read without a check; the server signed it just now. */
function payload(jws) {
  const parts = jws.split(".");
  if (parts.length !== 3) return null;
  try {
    const [header, body] = parts.slice(0, 2).map((part) => {
      const bytes = Uint8Array.from(atob(part.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
      return JSON.parse(new TextDecoder().decode(bytes));
    });
    return { header: { ...header, x5c: header.x5c ? `${header.x5c.length} certificates` : undefined }, payload: body };
  } catch { return null; }
}

/** A value with all signed values in it opened, at any depth. */
function opened(value) {
  if (Array.isArray(value)) return value.map(opened);
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => {
    const inside = typeof member === "string" && name.startsWith("signed") ? payload(member) : null;
    return [name, inside ? opened(inside) : opened(member)];
  }));
}

// Listening

function connection(isThere) {
  $("connection").textContent = isThere ? "live" : "no connection, trying again";
  $("connection").className = isThere ? "good-text" : "bad-text";
}

/** Follows the store's events; after a break it goes on with the entry that it has not seen. */
async function listen() {
  if (state.stream) state.stream.abort();
  const stream = state.stream = new AbortController();
  while (!stream.signal.aborted) {
    try {
      const response = await fetch(`${base()}/events?from=${state.next}`, { headers: headers(), signal: stream.signal });
      if (response.status === 401) { if (!$("login").open) $("login").showModal(); return; }
      if (response.status === 404) return leave();
      if (!response.ok) throw new Error(String(response.status));
      connection(true);
      refresh();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        text += value;
        const messages = text.split("\n\n");
        text = messages.pop();
        messages.forEach(hear);
      }
    } catch (error) {
      if (stream.signal.aborted) return;
    }
    connection(false);
    await new Promise((done) => setTimeout(done, 500));
    await drawStores().catch(() => {});
  }
}

/** Goes to the default store when the one that is shown was deleted. */
function leave() {
  [state.store, state.customer] = ["default", null];
  start();
}

function hear(message) {
  const fields = Object.fromEntries(message.split("\n").filter((line) => line.includes(": ")).map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]));
  if (!fields.event) return;
  const data = JSON.parse(fields.data);
  if (fields.event === "gone") return leave();
  if (fields.event === "store") {
    const isOther = state.generation !== null && state.generation !== data.generation;
    state.generation = data.generation;
    if (isOther) {
      // Another store, or the same after a restart: what was shown may not be so any more.
      state.next = Math.max(0, data.entries - 300);
      $("log").replaceChildren();
      return listen();
    }
  }
  if (fields.event === "log") {
    if (data.number < state.next) return;
    state.next = data.number + 1;
    $("log").prepend(make("li", {}, make("span", { class: "faint" }, `${data.number} · ${day(data.date)} `), data.text));
    while ($("log").childElementCount > 500) $("log").lastElementChild.remove();
  }
  refresh();
}

// Doing

const person = () => `/customers/${state.customer}`;
const group = () => (state.products.find((product) => product.id === $("product").value) || {}).group;

function choose(customer) {
  state.customer = customer;
  remember();
  refresh();
}

function remember() {
  history.replaceState(null, "", `#${encodeURIComponent(state.store)}/${state.customer ?? ""}`);
}

async function addCustomer() {
  const added = await act("New customer", "POST", "/customers", {});
  if (added) choose(added.customer);
}

async function buy() {
  const body = { product: $("product").value };
  const user = $("user").value;
  if (user) body.userName = user;
  const [kind, id] = [$("offer").value.split(" ")[0], $("offer").value.split(" ").slice(1).join(" ")];
  if (kind === "winBack") body.offer = { kind, id };
  if (kind === "promotional") {
    // The store signs, in the place of a backend.
    try {
      const { offer } = await ask("POST", `${base()}/offer-signatures`, { product: body.product, offer: id, ...(user ? { userName: user } : {}) });
      body.offer = offer;
    } catch (error) { return complain("Signing", error); }
  }
  await act(`Purchase of ${body.product}`, "POST", `${person()}/purchases`, body);
}

async function makeCode() {
  const product = state.products.find((one) => one.id === $("product").value);
  const offer = ((product && product.offers) || []).find((one) => one.kind === "code");
  if (!offer) return show("No offer code", "The product that is chosen has no offer with codes.", {}, true);
  const answer = await act("New code", "POST", "/codes", { product: product.id, offer: offer.id, count: 1 });
  if (answer) $("code").value = answer.codes[0];
}

function wire() {
  const on = (id, title, method, path, body) => $(id).addEventListener("click", () => act(title, method, path(), body && body()));
  on("day", "One day on", "POST", () => "/clock/advance", () => ({ days: 1 }));
  on("month", "One month on", "POST", () => "/clock/advance", () => ({ months: 1 }));
  on("next", "To what is due next", "POST", () => "/clock/next", () => ({}));
  on("cancel", "Auto-renew off", "POST", () => `${person()}/auto-renew`, () => ({ isOn: false, group: group() }));
  on("resume", "Auto-renew on", "POST", () => `${person()}/auto-renew`, () => ({ isOn: true, group: group() }));
  on("fail", "Payment fails from now on", "PUT", () => `${person()}/payment`, () => ({ works: false }));
  on("repair", "Payment works again", "PUT", () => `${person()}/payment`, () => ({ works: true }));
  on("agree", "Consent to the price", "POST", () => `${person()}/price-consent`, () => ({ agrees: true, group: group() }));
  on("disagree", "No consent to the price", "POST", () => `${person()}/price-consent`, () => ({ agrees: false, group: group() }));
  on("test", "Test notification", "POST", () => "/notifications/test", () => ({}));
  $("reset").addEventListener("click", () => { if (confirm(`Begin again with the store ${state.store}? Its customers go.`)) act("Reset", "POST", "/reset", {}); });
  $("add").addEventListener("click", addCustomer);
  $("make-code").addEventListener("click", makeCode);
  $("product").addEventListener("change", drawOffers);
  $("store").addEventListener("change", () => { state.store = $("store").value; begin().catch((error) => complain("Reading", error)); });
  $("dismiss").addEventListener("click", () => { $("answer").hidden = true; });
  $("help").addEventListener("click", () => $("keys").showModal());
  $("copy").addEventListener("click", async () => {
    const text = [$("answer-title").textContent, $("answer-text").textContent, $("answer-body").textContent].join("\n");
    try { await navigator.clipboard.writeText(text); $("copy").textContent = "Copied"; } catch {
      getSelection().selectAllChildren($("answer-body"));
      $("copy").textContent = "Selected: copy it";
    }
  });
  const submit = (id, what) => $(id).addEventListener("submit", (event) => { event.preventDefault(); what(); });
  submit("buy", buy);
  submit("redeem", () => act(`Redemption of ${$("code").value}`, "POST", `${person()}/redemptions`, { code: $("code").value }));
  submit("trigger", () => act($("type").value, "POST", "/notifications",
    { type: $("type").value.trim(), ...($("subtype").value ? { subtype: $("subtype").value.trim() } : {}), ...(state.customer === null ? {} : { customer: state.customer }) }));
  submit("request", sendRequest);
  submit("login-form", () => { sessionStorage.setItem("token", $("token").value); $("token").value = ""; $("login").close(); start(); });
  $("operation").addEventListener("change", drawOperation);
  document.addEventListener("keydown", pressed);
}

function pressed(event) {
  if (event.key === "Escape") { $("answer").hidden = true; return; }
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || document.querySelector("dialog[open]")) return;
  const place = state.customers.indexOf(state.customer);
  const keys = {
    d: () => $("day").click(), m: () => $("month").click(), n: () => $("next").click(), a: addCustomer, b: () => state.customer !== null && buy(),
    j: () => place + 1 < state.customers.length && choose(state.customers[place + 1]), k: () => place > 0 && choose(state.customers[place - 1]),
    "?": () => $("keys").showModal(),
  };
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
}

// Any other request, from the server's own description

async function readOperations() {
  const description = await ask("GET", "/_control/openapi.json");
  state.operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })))
    .filter((operation) => !operation.path.endsWith("/events"));
  $("operation").replaceChildren(...state.operations.map((operation, place) => make("option", { value: place }, `${operation.method} ${operation.path.replace("/_control/stores/{store}", "…")}`)));
  drawOperation();
}

/** A value to begin with: what is chosen on the page, or the first that the description allows. */
function example(name, schema) {
  if (name === "product") return $("product").value;
  if (name === "group") return group() || "";
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return example(name, schema.anyOf[0]);
  return { integer: schema.minimum || 0, boolean: true, array: [], object: {} }[schema.type] ?? "";
}

function drawOperation() {
  const operation = state.operations[$("operation").value];
  if (!operation) return;
  const given = { store: state.store, customer: state.customer, product: $("product").value };
  $("parameters").replaceChildren(make("p", { class: "faint" }, operation.summary), ...(operation.parameters || []).map((parameter) =>
    make("label", {}, parameter.name, make("input", { name: parameter.name, "data-in": parameter.in, value: given[parameter.name], required: parameter.required }))));
  const content = operation.requestBody && operation.requestBody.content["application/json"];
  $("body").closest("label").hidden = !content;
  const members = content ? Object.entries(content.schema.properties || {}) : [];
  const needed = members.filter(([name]) => (content.schema.required || []).includes(name));
  $("body").value = JSON.stringify(Object.fromEntries(needed.map(([name, schema]) => [name, example(name, schema)])));
  if (members.length) $("parameters").append(make("p", { class: "faint" }, members.map(([name, schema]) => `${name}: ${schema.description || schema.type || ""}`).join(" · ")));
}

function sendRequest() {
  const operation = state.operations[$("operation").value];
  if (!operation) return;
  let path = operation.path;
  const query = new URLSearchParams();
  for (const field of $("parameters").querySelectorAll("input")) {
    if (field.dataset.in === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
    else if (field.value) query.set(field.name, field.value);
  }
  const target = String(query) ? `${path}?${query}` : path;
  act(`${operation.method} ${path}`, operation.method, target, operation.requestBody ? $("body").value : undefined, { whole: true });
}

// Beginning

async function begin() {
  // The latest entries are enough to begin with.
  const { total } = await get("/log?count=0");
  state.next = Math.max(0, total - 300);
  state.drawnProducts = null;
  state.generation = null;
  $("log").replaceChildren();
  remember();
  listen();
  drawOperation();
}

async function start() {
  try {
    await drawStores();
    await readOperations();
    await begin();
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 401)) { connection(false); setTimeout(start, 500); }
  }
}

try {
  const [store, customer] = location.hash.slice(1).split("/").map(decodeURIComponent);
  if (store) state.store = store;
  if (/^\d+$/.test(customer)) state.customer = Number(customer);
} catch { /* Not an address of this page: it begins with the default store. */ }
wire();
start();
