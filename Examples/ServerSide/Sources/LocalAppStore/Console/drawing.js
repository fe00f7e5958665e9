// The console's reading half: what the control API says, drawn. console.js, which begins, asks, listens and does.
"use strict";

let pending = null, isReading = false, isOutdated = false;
/** Reads everything anew, soon: many events bring one reading, and one reading ends before the next begins. */
function refresh() {
  pending = pending || setTimeout(async () => {
    pending = null;
    if (isReading) { isOutdated = true; return; }
    isReading = true;
    try {
      const [clock, customers, products] = await Promise.all([get("/clock"), readCustomers(), get("/products")]);
      drawClock(clock);
      drawCustomers(customers);
      drawProducts(products.products);
      await Promise.all([drawLife(), drawNotifications()]);
    } catch (error) {
      if (!(error instanceof Refusal)) connection(false);
      else if (error.error.code === "unknownStore") await drawStores().catch(() => {});
      else if (error.status !== 401) complain("Reading", error);
    } finally {
      isReading = false;
      if (isOutdated) { isOutdated = false; refresh(); }
    }
  }, 60);
}

/** All customers, page by page. */
async function readCustomers() {
  const rows = [];
  for (let total = 1; rows.length < total;) {
    const page = await get(`/customers?from=${rows.length}&count=10000`);
    rows.push(...page.customers);
    total = page.customers.length ? page.total : 0;
  }
  return rows;
}

/**
 * Puts rows into a list. A row whose data is what it was keeps its element: it stays open, selected and under the pointer.
 * One that is drawn anew is told whether it was open, and gets the focus back where it had it.
 */
function update(list, rows) {
  const focus = list.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const before = new Map([...list.children].map((element) => [element.dataset.row, element]));
  const elements = rows.map(({ key, data, draw }) => {
    const was = before.get(key), drawn = JSON.stringify(data);
    if (was && was.drawn === drawn) return was;
    const element = draw(Boolean(was && (was.open || was.querySelector("details[open]"))));
    element.dataset.row = key;
    element.drawn = drawn;
    return element;
  });
  for (const element of [...list.children]) if (!elements.includes(element)) element.remove();
  elements.forEach((element, place) => {
    if (list.children[place] !== element) list.insertBefore(element, list.children[place] || null);
  });
  const again = focus && [...list.querySelectorAll("[data-key]")].find((element) => element.dataset.key === focus);
  if (again && again !== document.activeElement) again.focus();
}

/** The one row of a list that has none. */
const nothing = () => [{ key: "none", data: null, draw: () => make("p", { class: "faint" }, "None.") }];

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
  update($("customers"), customers.map((row) => {
    const key = `customer-${row.customer}`, isChosen = row.customer === state.customer;
    const draw = () => make("li", {}, make("button", {
      "data-key": key, "aria-current": isChosen ? "true" : false, onclick: () => choose(row.customer),
    }, `Customer ${row.customer}`, row.paymentWorks ? "" : " · payment fails"));
    return { key, data: [row, isChosen], draw };
  }));
}

/** Names with commas between them, each written in its own direction. */
const listed = (names) => names.flatMap((name, place) => (place ? [", ", make("bdi", {}, name)] : [make("bdi", {}, name)]));

function drawProducts(products) {
  const drawn = JSON.stringify(products);
  if (drawn === state.drawnProducts) return;
  state.drawnProducts = drawn;
  state.products = products;
  $("products").replaceChildren(...products.map((product) =>
    make("li", {}, make("div", {}, make("bdi", {}, product.name || product.id)), make("code", {}, product.id),
      make("div", { class: "faint" }, [product.price, words(product.type)].filter(Boolean).join(" · ")),
      product.offers && product.offers.length
        ? make("div", { class: "faint" }, "Offers: ", ...listed(product.offers.map((offer) => offer.id || offer.kind))) : null)));
  const chosen = $("product").value;
  $("product").replaceChildren(...products.map((product) => make("option", { value: product.id, selected: product.id === chosen }, product.id)));
  drawOffers();
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
    make("span", { class: "faint" }, ...(yes.length ? ["May have: ", ...listed(yes.map(name)), ". "] : ["May have no offer. "])),
    no.length ? make("details", { open: isOpen }, make("summary", { class: "faint" }, "Not now: ", ...listed(no.map(name))),
      make("ul", {}, ...no.map((offer) => make("li", {}, make("bdi", {}, name(offer)), `: ${offer.reasons.join(" ") || "no reason given"}`)))) : null,
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
  const [subscriptions, { total }, ...timelines] = await Promise.all([
    get(`${path}/subscriptions`), get(`${path}/transactions?count=0`),
    ...groups.map((group) => get(`${path}/timeline?group=${encodeURIComponent(group)}`)),
  ]);
  // The latest are enough: a life of years has hundreds.
  const transactions = await get(`${path}/transactions?from=${Math.max(0, total - 200)}`);
  if (number !== state.customer) return;
  $("timelines").replaceChildren(...timelines.filter((timeline) => timeline.steps.length).map(drawTimeline));
  update($("subscriptions"), subscriptionRows(subscriptions.subscriptions));
  drawTransactions(transactions.transactions);
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

function subscriptionRows(rows) {
  if (!rows.length) return nothing();
  return rows.map((row) => {
    const info = row.renewalInfo, key = `subscription-${row.group}`;
    const renews = info.autoRenewStatus === 1 ? `renews as ${info.autoRenewProductId}` : "does not renew";
    const draw = (isOpen) => make("details", { "data-key": key, open: isOpen }, make("summary", {}, make("span", { class: row.status === 1 || row.status === 4 ? "good-text" : "bad-text" }, statuses[row.status] || row.status),
      ` · ${info.productId || info.originalTransactionId} · ${renews}`), make("pre", { tabindex: 0 }, JSON.stringify(info, null, 2)));
    return { key, data: row, draw };
  });
}

const date = (milliseconds) => (milliseconds ? day(new Date(milliseconds).toISOString()) : "");

function drawTransactions(rows) {
  const part = $("transactions");
  if (!rows.length) return part.replaceChildren(make("p", { class: "faint" }, "None."));
  if (!part.querySelector("table")) {
    const head = ["Number", "Product, offer", "Bought, expires", "Price", ""].map((title) => make("th", { scope: "col" }, title));
    part.replaceChildren(make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody")));
  }
  update(part.querySelector("tbody"), rows.slice().reverse().map(({ payload: one }) => ({
    key: `transaction-${one.transactionId}`, data: one, draw: (isOpen) => drawTransaction(one, isOpen),
  })));
}

const drawTransaction = (one, isOpen) => make("tr", {},
  make("td", {}, make("details", { "data-key": `transaction-${one.transactionId}`, open: isOpen }, make("summary", {}, one.transactionId), make("pre", { tabindex: 0 }, JSON.stringify(one, null, 2)))),
  make("td", {}, one.productId, make("div", { class: "faint" }, one.offerIdentifier || (one.offerType ? "introductory" : ""))),
  make("td", {}, date(one.purchaseDate), make("div", {}, date(one.expiresDate))), make("td", {}, one.price === undefined ? "" : `${one.price / 1000} ${one.currency}`),
  make("td", {}, one.revocationDate ? make("button", { "data-key": `reverse-${one.transactionId}`, onclick: () => act(`Refund of ${one.transactionId} taken back`, "POST", `/transactions/${one.transactionId}/refund-reversal`) }, "Take refund back")
    : make("button", { "data-key": `refund-${one.transactionId}`, onclick: () => act(`Refund of ${one.transactionId}`, "POST", `/transactions/${one.transactionId}/refund`, {}) }, "Refund")));

async function drawNotifications() {
  const { total } = await get("/notifications?count=0");
  const { notifications } = await get(`/notifications?from=${Math.max(0, total - 30)}`);
  // One that was sent again stands there twice, under one identifier.
  const rows = notifications.reverse().map((one) => ({
    key: `notification-${one.number}`, data: one, draw: (isOpen) => drawNotification(one, isOpen),
  }));
  update($("notifications"), rows.length ? rows : nothing());
}

function drawNotification(one, isOpen) {
  const attempts = one.attempts || [], results = one.results || [];
  const last = attempts[attempts.length - 1], result = results[results.length - 1];
  // What went over the wire is known since the server was started; what came of it, always.
  const came = last ? last.status || last.error || last.outcome : result ? words(result.result.replace(/_/g, " ")) : "not sent";
  const isGood = last ? last.status >= 200 && last.status <= 206 : result && result.result === "SUCCESS";
  const next = one.nextAttempt ? `, ${results.length ? "again" : "waits since"} ${results.length ? "at " : ""}${day(one.nextAttempt)}` : "";
  const box = make("details", { "data-key": `notification-${one.number}`, open: isOpen });
  const fill = () => {
    if (box.childElementCount > 1) return;
    box.append(
      make("p", { class: "faint" }, `${one.notificationUUID}, customer ${one.customer ?? "none"}${next}`),
      make("ul", {}, ...attempts.map((attempt) => make("li", {}, `${day(attempt.date)}: ${attempt.outcome}${attempt.status ? `, HTTP ${attempt.status}` : ""}${attempt.error ? `, ${attempt.error}` : ""}${attempt.answer ? `: ${attempt.answer}` : ""}`)),
        ...(attempts.length ? [] : results.map((one) => make("li", {}, `${day(one.date)}: ${one.result}`)))),
      make("button", { "data-key": `resend-${one.notificationUUID}`, onclick: () => act("Sent again", "POST", `/notifications/${one.notificationUUID}/resend`) }, "Send again"),
      make("pre", { tabindex: 0 }, JSON.stringify(opened(payload(one.signedPayload)), null, 2)));
  };
  box.append(make("summary", {}, `${one.notificationType}${one.subtype ? ` · ${one.subtype}` : ""} `,
    make("span", { class: isGood ? "good-text" : last || result ? "bad-text" : "faint" }, came), ` · ${day(one.signedDate)}`));
  box.addEventListener("toggle", () => { if (box.open) fill(); });
  if (isOpen) fill();
  return box;
}
