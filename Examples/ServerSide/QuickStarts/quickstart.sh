#!/usr/bin/env bash
# Makes a store, buys, reads the status by Apple's path and verifies a notification, with curl and openssl; python3 reads the JSON.
# Usage: quickstart.sh [URL of a running local-app-store]
set -euo pipefail
server=${1:-http://127.0.0.1:8080}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

ask() { curl --silent --show-error --fail-with-body "$@"; }
# What a member of the JSON on standard input holds, by its path: `member notifications 0 notificationUUID`.
member() { python3 -c 'import json, sys
value = json.load(sys.stdin)
for name in sys.argv[1:]: value = value[int(name) if isinstance(value, list) else name]
print(value)' "$@"; }
base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
# From Base64 of either alphabet, with padding or without.
decoded() { python3 -c 'import base64, sys
text = sys.stdin.read().strip().translate(str.maketrans("-_", "+/"))
sys.stdout.buffer.write(base64.b64decode(text + "=" * (-len(text) % 4)))'; }
# Turns 64 bytes, r and s, into the form that openssl reads; and back.
to_der() { python3 -c 'import sys
raw = sys.stdin.buffer.read()
def number(n): b = n.to_bytes(n.bit_length() // 8 + 1, "big"); return b"\x02" + bytes([len(b)]) + b
body = number(int.from_bytes(raw[:32], "big")) + number(int.from_bytes(raw[32:], "big"))
sys.stdout.buffer.write(b"\x30" + bytes([len(body)]) + body)'; }
from_der() { python3 -c 'import sys
der = sys.stdin.buffer.read(); r = 4 + der[3]
part = lambda b: int.from_bytes(b, "big").to_bytes(32, "big")
sys.stdout.buffer.write(part(der[4:r]) + part(der[r + 2:]))'; }

# A store of its own, so that no other test is in the way.
ask "$server/_control/stores" -d '{"bundleID": "com.example.curl"}' >"$work/store"
base=$(member baseURL <"$work/store") control=$(member controlURL <"$work/store")
member privateKeyPEM <"$work/store" >"$work/key.pem"
member rootCertificatePEM <"$work/store" >"$work/root.pem"

customer=$(ask -X POST "$control/customers" | member customer)
ask "$control/customers/$customer/purchases" -d '{"product": "com.example.pro.monthly"}' >"$work/bought"
transaction=$(member transaction transactionId <"$work/bought")
echo "bought: transaction $transaction"

# The token of the App Store Server API: a JWT, signed with ES256.
now=$(date +%s)
header=$(printf '{"alg":"ES256","typ":"JWT","kid":"%s"}' "$(member keyID <"$work/store")" | base64url)
claims=$(printf '{"iss":"%s","iat":%d,"exp":%d,"aud":"appstoreconnect-v1","bid":"com.example.curl"}' \
  "$(member issuerID <"$work/store")" "$now" $((now + 300)) | base64url)
signature=$(printf '%s.%s' "$header" "$claims" | openssl dgst -sha256 -sign "$work/key.pem" | from_der | base64url)
status=$(ask "$base/inApps/v1/subscriptions/$transaction" -H "Authorization: Bearer $header.$claims.$signature" |
  member data 0 lastTransactions 0 status)
echo "status: $status"
[ "$status" = 1 ]

# The notification that the purchase brought: its chain ends in the store's root, and its leaf signed it.
ask "$control/notifications" | member notifications 0 signedPayload >"$work/jws"
cut -d. -f1 "$work/jws" | decoded >"$work/header"
for place in 0 1; do member x5c $place <"$work/header" | decoded | openssl x509 -inform DER -out "$work/$place.pem"; done
openssl verify -CAfile "$work/root.pem" -untrusted "$work/1.pem" "$work/0.pem" >/dev/null
openssl x509 -in "$work/0.pem" -pubkey -noout >"$work/leaf.pem"
cut -d. -f3 "$work/jws" | decoded | to_der >"$work/signature"
cut -d. -f1,2 "$work/jws" | tr -d '\n' | openssl dgst -sha256 -verify "$work/leaf.pem" -signature "$work/signature"
echo "notification: $(cut -d. -f2 "$work/jws" | decoded | member notificationType)"
