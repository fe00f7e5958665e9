// Makes a store, buys, reads the status by Apple's path and verifies a notification, with Node's own fetch and crypto.
// Usage: node quickstart.mjs [URL of a running local-app-store]
import { createServer } from "node:http"
import { sign, verify, X509Certificate } from "node:crypto"

const server = process.argv[2] ?? "http://127.0.0.1:8080"

async function ask(method, url, body, headers = {}) {
  const answer = await fetch(url, { method, body: body && JSON.stringify(body), headers })
  const json = await answer.json()
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${JSON.stringify(json)}`)
  return json
}

// The token of the App Store Server API: a JWT, signed with ES256.
function token(store) {
  const part = value => Buffer.from(JSON.stringify(value)).toString("base64url")
  const now = Math.floor(Date.now() / 1000)
  const text = part({ alg: "ES256", typ: "JWT", kid: store.keyID }) + "." +
    part({ iss: store.issuerID, iat: now, exp: now + 300, aud: "appstoreconnect-v1", bid: store.bundleID })
  const signature = sign("sha256", Buffer.from(text), { key: store.privateKeyPEM, dsaEncoding: "ieee-p1363" })
  return `${text}.${signature.toString("base64url")}`
}

// What was signed, when its chain ends in the store's root and its leaf signed it.
function verified(jws, store) {
  const [header, payload, signature] = jws.split(".")
  const { x5c } = JSON.parse(Buffer.from(header, "base64url"))
  const [leaf, intermediate] = x5c.map(text => new X509Certificate(Buffer.from(text, "base64")))
  const root = new X509Certificate(store.rootCertificatePEM)
  if (!leaf.verify(intermediate.publicKey) || !intermediate.verify(root.publicKey)) throw new Error("another chain")
  const key = { key: leaf.publicKey, dsaEncoding: "ieee-p1363" }
  if (!verify("sha256", Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, "base64url"))) {
    throw new Error("another signature")
  }
  return JSON.parse(Buffer.from(payload, "base64url"))
}

// The webhook of the backend.
const heard = []
const webhook = createServer(async (request, response) => {
  let text = ""
  for await (const part of request) text += part
  heard.push(JSON.parse(text).signedPayload)
  response.writeHead(200).end()
})
await new Promise(done => webhook.listen(0, "127.0.0.1", done))
const notify = `http://127.0.0.1:${webhook.address().port}/notifications`

// A store of its own, so that no other test is in the way.
const store = await ask("POST", `${server}/_control/stores`, { bundleID: "com.example.node", notify })
const { customer } = await ask("POST", `${store.controlURL}/customers`)
const bought = await ask(
  "POST", `${store.controlURL}/customers/${customer}/purchases`, { product: "com.example.pro.monthly" })
const { transactionId } = verified(bought.transaction.signedTransactionInfo, store)
console.log("bought: transaction", transactionId)

const statuses = await ask(
  "GET", `${store.baseURL}/inApps/v1/subscriptions/${transactionId}`, undefined,
  { Authorization: `Bearer ${token(store)}` })
const { status } = statuses.data[0].lastTransactions[0]
console.log("status:", status)

// The purchase was answered when its notification was sent.
const notification = verified(heard[0], store)
console.log("notification:", notification.notificationType, notification.subtype)
webhook.close()
webhook.closeAllConnections()
if (status !== 1 || notification.notificationType !== "SUBSCRIBED") process.exit(1)
