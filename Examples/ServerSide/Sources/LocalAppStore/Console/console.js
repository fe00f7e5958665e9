// The console: asks the control API, and writes what comes back as text, never as markup.
"use strict";

const $ = (id) => document.getElementById(id);
const state = { store: "default", customer: null, customers: [], products: [], next: 0, stream: null, operations: [] };

/** An element with attributes and children; text is always text. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined).map((child) => (child instanceof Node ? child : String(child))));
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
  $("answer-title").textContent = isBad ? `Refused. ${title}` : title;
  $("answer-text").textContent = text;
  $("answer-body").textContent = JSON.stringify(opened(body), null, 2);
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

// Reading

let pending = null;
/** Reads everything anew, soon: many events bring one reading. */
function refresh() {
  pending = pending || setTimeout(async () => {
    pending = null;
    try {
      const [clock, customers, products] = await Promise.all([get("/clock"), get("/customers"), get("/products")]);
      drawClock(clock);
      drawCustomers(customers.customers);
      drawProducts(products.products);
      await Promise.all([drawLife(), drawNotifications()]);
    } catch (error) {
      if (!(error instanceof Refusal)) connection(false);
      else if (error.error.code === "unknownStore") await drawStores();
      else if (error.status !== 401) complain("Reading", error);
    }
  }, 60);
}

function drawClock(clock) {
  $("now").textContent = day(clock.now);
  $("now").dateTime = clock.now;
  $("due").textContent = clock.nextDue ? `next: ${day(clock.nextDue)}` : "nothing is due";
  $("next").disabled = !clock.nextDue;
}

async function drawStores() {
  const { stores } = await ask("GET", "/_control/stores");
  const names = stores.map((store) => store.name);
  if (!names.includes(state.store)) state.store = names[0];
  $("store").replaceChildren(...names.map((name) => make("option", { value: name, selected: name === state.store }, name)));
}

function drawCustomers(customers) {
  state.customers = customers.map((row) => row.customer);
  if (!state.customers.includes(state.customer)) state.customer = state.customers.length ? state.customers[state.customers.length - 1] : null;
  update($("customers"), customers.map((row) =>
    make("li", {}, make("button", {
      "data-key": `customer-${row.customer}`, "aria-current": row.customer === state.customer ? "true" : false,
      onclick: () => choose(row.customer),
    }, `Customer ${row.customer}`, row.paymentWorks ? "" : " · payment fails"))));
}

function drawProducts(products) {
  const drawn = JSON.stringify(products);
  if (drawn === state.drawnProducts) return;
  state.drawnProducts = drawn;
  state.products = products;
  $("products").replaceChildren(...products.map((product) =>
    make("li", {}, make("div", {}, product.name || product.id), make("code", {}, product.id),
      make("div", { class: "faint" }, [product.price, words(product.type)].filter(Boolean).join(" · ")),
      product.offers && product.offers.length
        ? make("div", { class: "faint" }, `Offers: ${product.offers.map((offer) => offer.id || offer.kind).join(", ")}`) : null)));
  const chosen = $("product").value;
  $("product").replaceChildren(...products.map((product) => make("option", { value: product.id, selected: product.id === chosen }, product.id)));
  drawOffers();
}

/** Puts rows in the place of others, and keeps the focus where it was. */
function update(list, rows) {
  const key = list.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  list.replaceChildren(...rows);
  const again = key && [...list.querySelectorAll("[data-key]")].find((element) => element.dataset.key === key);
  if (again) again.focus();
}

function drawOffers() {
  const product = state.products.find((one) => one.id === $("product").value);
  const offers = ((product && product.offers) || []).filter((offer) => ["promotional", "winBack"].includes(offer.kind));
  $("offer").replaceChildren(make("option", { value: "" }, "none, or introductory"),
    ...offers.map((offer) => make("option", { value: `${offer.kind} ${offer.id}` }, `${offer.id} (${words(offer.kind)})`)));
  drawEligibility();
}

async function drawEligibility() {
  const product = state.products.find((one) => one.id === $("product").value);
  if (!product || !product.offers || state.customer === null) return $("eligibility").replaceChildren();
  const { offers } = await get(`/customers/${state.customer}/eligibility?product=${encodeURIComponent(product.id)}`).catch(() => ({ offers: [] }));
  const name = (offer) => offer.id || "introductory offer";
  const [yes, no] = [true, false].map((isEligible) => offers.filter((offer) => offer.isEligible === isEligible));
  const isOpen = Boolean($("eligibility").querySelector("details[open]"));
  $("eligibility").replaceChildren(...[
    make("span", { class: "faint" }, yes.length ? `May have: ${yes.map(name).join(", ")}. ` : "May have no offer. "),
    no.length ? make("details", { open: isOpen }, make("summary", { class: "faint" }, `Not now: ${no.map(name).join(", ")}`),
      make("ul", {}, ...no.map((offer) => make("li", {}, `${name(offer)}: ${offer.reasons.join(" ") || "no reason given"}`)))) : null,
  ].filter(Boolean));
}

async function drawLife() {
  const number = state.customer;
  $("life-title").textContent = number === null ? "No customer yet: add one" : `Customer ${number}`;
  for (const button of $("life").querySelectorAll("button")) button.disabled = number === null;
  if (number === null) {
    for (const id of ["timelines", "subscriptions", "transactions"]) $(id).replaceChildren();
    return;
  }
  const path = `/customers/${number}`;
  const groups = [...new Set(state.products.map((product) => product.group).filter(Boolean))];
  const [subscriptions, transactions, ...timelines] = await Promise.all([
    get(`${path}/subscriptions`), get(`${path}/transactions`),
    ...groups.map((group) => get(`${path}/timeline?group=${encodeURIComponent(group)}`)),
  ]);
  if (number !== state.customer) return;
  $("timelines").replaceChildren(...timelines.filter((timeline) => timeline.steps.length).map(drawTimeline));
  $("subscriptions").replaceChildren(...drawSubscriptions(subscriptions.subscriptions));
  update($("transactions"), [drawTransactions(transactions.transactions)]);
  drawEligibility();
}

const svg = (name, attributes = {}, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

/** A life as a band: how the subscription stood in each step, and a letter for what happened. */
function drawTimeline(timeline) {
  const steps = timeline.steps;
  const width = Math.max(620, steps.length * 5), step = width / steps.length, radius = 9;
  const picture = svg("svg", { viewBox: `0 0 ${width} 58`, role: "img", "aria-label": `Group ${timeline.group}, by ${timeline.each}: ${timeline.line}` });
  const says = (one, what) => svg("title", {}, `${day(one.date)}: ${what}`);
  let standing = "none";
  const marks = [];
  steps.forEach((one, place) => {
    // A step in which something happened stands as the step after it does.
    standing = one.standing || (steps.slice(place + 1).find((later) => later.standing) || { standing }).standing;
    const names = (one.marks || []).map((mark) => words(mark.name)).join(", ");
    picture.append(svg("rect", { class: standing, x: place * step, y: 28, width: step + 0.5, height: 12 }, says(one, names || words(standing))));
    (one.marks || []).forEach((mark) => marks.push({ one, mark, x: Math.max(place * step + step / 2, radius) }));
  });
  // Marks that are close stand side by side: pushed to the right, and back where the picture ends.
  marks.forEach((mark, place) => { if (place) mark.x = Math.max(mark.x, marks[place - 1].x + 2 * radius + 1); });
  marks.slice().reverse().reduce((limit, mark) => (mark.x = Math.min(mark.x, limit)) - 2 * radius - 1, width - radius);
  for (const { one, mark, x } of marks) {
    const letter = svg("text", { x, y: 17.5 });
    letter.textContent = mark.letter;
    picture.append(svg("g", {}, says(one, words(mark.name)), svg("circle", { class: `mark ${mark.name}`, cx: x, cy: 14, r: radius }), letter));
  }
  const dates = [svg("text", { class: "date", x: 0, y: 53 }), svg("text", { class: "date end", x: width, y: 53 })];
  dates[0].textContent = day(steps[0].date);
  dates[1].textContent = day(steps[steps.length - 1].date);
  picture.append(...dates);
  const names = new Map();
  steps.forEach((one) => (one.marks || []).forEach((mark) => names.set(mark.letter, words(mark.name))));
  return make("figure", {}, picture, make("figcaption", {},
    `Group ${timeline.group}, by ${timeline.each}. ${[...names].map(([letter, name]) => `${letter} ${name}`).join(" · ")}`));
}

const statuses = { 1: "subscribed", 2: "expired", 3: "billing retry", 4: "grace period", 5: "revoked" };

function drawSubscriptions(rows) {
  if (!rows.length) return [make("p", { class: "faint" }, "None.")];
  return rows.map((row) => {
    const info = row.renewalInfo;
    const renews = info.autoRenewStatus === 1 ? `renews as ${info.autoRenewProductId}` : "does not renew";
    return make("details", {}, make("summary", {}, make("span", { class: row.status === 1 || row.status === 4 ? "good-text" : "bad-text" }, statuses[row.status] || row.status),
      ` · ${info.productId || info.originalTransactionId} · ${renews}`), make("pre", { tabindex: 0 }, JSON.stringify(info, null, 2)));
  });
}

const date = (milliseconds) => (milliseconds ? day(new Date(milliseconds).toISOString()) : "");

function drawTransactions(rows) {
  if (!rows.length) return make("p", { class: "faint" }, "None.");
  const body = rows.slice().reverse().map(({ payload: one }) => make("tr", {},
    make("td", {}, make("details", {}, make("summary", {}, one.transactionId), make("pre", { tabindex: 0 }, JSON.stringify(one, null, 2)))),
    make("td", {}, one.productId), make("td", {}, date(one.purchaseDate)), make("td", {}, date(one.expiresDate)),
    make("td", {}, one.price === undefined ? "" : `${one.price / 1000} ${one.currency}`), make("td", {}, one.offerIdentifier || (one.offerType ? "introductory" : "")),
    make("td", {}, one.revocationDate ? make("button", { "data-key": `reverse-${one.transactionId}`, onclick: () => act(`Refund of ${one.transactionId} taken back`, "POST", `/transactions/${one.transactionId}/refund-reversal`) }, "Take refund back")
      : make("button", { "data-key": `refund-${one.transactionId}`, onclick: () => act(`Refund of ${one.transactionId}`, "POST", `/transactions/${one.transactionId}/refund`, {}) }, "Refund"))));
  const head = ["Number", "Product", "Bought", "Expires", "Price", "Offer", ""].map((title) => make("th", { scope: "col" }, title));
  return make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...body));
}

async function drawNotifications() {
  const { total } = await get("/notifications?count=0");
  const { notifications } = await get(`/notifications?from=${Math.max(0, total - 30)}`);
  const opened = new Set([...$("notifications").querySelectorAll("details[open]")].map((one) => one.dataset.key));
  update($("notifications"), notifications.reverse().map((one) => drawNotification(one, opened.has(one.notificationUUID))));
  if (!total) $("notifications").replaceChildren(make("p", { class: "faint" }, "None."));
}

function drawNotification(one, isOpen) {
  const attempts = one.attempts || [];
  const last = attempts[attempts.length - 1];
  const came = last ? last.status || last.error || last.outcome : "not sent";
  const box = make("details", { "data-key": one.notificationUUID, open: isOpen });
  const fill = () => {
    if (box.childElementCount > 1) return;
    box.append(
      make("p", { class: "faint" }, `${one.notificationUUID}, customer ${one.customer ?? "none"}${one.nextAttempt ? `, again at ${day(one.nextAttempt)}` : ""}`),
      make("ul", {}, ...attempts.map((attempt) => make("li", {}, `${day(attempt.date)}: ${attempt.outcome}${attempt.status ? `, HTTP ${attempt.status}` : ""}${attempt.error ? `, ${attempt.error}` : ""}`))),
      make("button", { "data-key": `resend-${one.notificationUUID}`, onclick: () => act("Sent again", "POST", `/notifications/${one.notificationUUID}/resend`) }, "Send again"),
      make("pre", { tabindex: 0 }, JSON.stringify(opened(payload(one.signedPayload)), null, 2)));
  };
  box.append(make("summary", {}, `${one.notificationType}${one.subtype ? ` · ${one.subtype}` : ""} `,
    make("span", { class: last && last.status >= 200 && last.status <= 206 ? "good-text" : last ? "bad-text" : "faint" }, came), ` · ${day(one.signedDate)}`));
  box.addEventListener("toggle", () => { if (box.open) fill(); });
  if (isOpen) fill();
  return box;
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

function hear(message) {
  const fields = Object.fromEntries(message.split("\n").filter((line) => line.includes(": ")).map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]));
  if (!fields.event) return;
  const data = JSON.parse(fields.data);
  if (fields.event === "store" && data.entries < state.next) {
    // Another store, or one that was set back: what was shown is not so any more.
    state.next = 0;
    $("log").replaceChildren();
    return listen();
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
  const added = await act("Customer added", "POST", "/customers", {});
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
  const answer = await act("Code made", "POST", "/codes", { product: product.id, offer: offer.id, count: 1 });
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
  on("agree", "Agreed to the price", "POST", () => `${person()}/price-consent`, () => ({ agrees: true, group: group() }));
  on("disagree", "Refused the price", "POST", () => `${person()}/price-consent`, () => ({ agrees: false, group: group() }));
  on("test", "Test notification", "POST", () => "/notifications/test", () => ({}));
  $("reset").addEventListener("click", () => { if (confirm(`Begin again with the store ${state.store}? Its customers go.`)) act("Begun again", "POST", "/reset", {}); });
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
  submit("redeem", () => act("Code redeemed", "POST", `${person()}/redemptions`, { code: $("code").value }));
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

function drawOperation() {
  const operation = state.operations[$("operation").value];
  if (!operation) return;
  const given = { store: state.store, customer: state.customer };
  $("parameters").replaceChildren(make("p", { class: "faint" }, operation.summary), ...(operation.parameters || []).map((parameter) =>
    make("label", {}, parameter.name, make("input", { name: parameter.name, "data-in": parameter.in, value: given[parameter.name], required: parameter.required }))));
  const content = operation.requestBody && operation.requestBody.content["application/json"];
  $("body").closest("label").hidden = !content;
  const members = content ? Object.entries(content.schema.properties || {}) : [];
  $("body").value = "{}";
  $("body").placeholder = "";
  if (members.length) $("body").value = JSON.stringify(Object.fromEntries(members.filter(([name]) => (content.schema.required || []).includes(name)).map(([name]) => [name, ""])));
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
  if (customer) state.customer = Number(customer);
} catch { /* Not an address of this page: it begins with the default store. */ }
wire();
start();
