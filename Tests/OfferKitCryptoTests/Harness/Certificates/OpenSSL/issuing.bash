# What the scripts beside it have in common: keys, requests, certificates, and how they are printed.
#
# To be sourced; `here` is this folder.
work=${1:-$(mktemp -d)}
mkdir -p "$work"
cd "$work"
cp "$here/extensions.cnf" .
mkdir -p issued
touch index.txt
printf '1000\n' >crlnumber

key() { openssl ecparam -name "${2:-prime256v1}" -genkey -noout -out "$1.key"; }

# request NAME KEY SUBJECT
request() { openssl req -new -config extensions.cnf -key "$2.key" -subj "$3" -out "$1.csr"; }

# issue NAME SECTION START END KEY SUBJECT ISSUER, where an issuer of "-" is the certificate itself
issue() {
  request "$1" "$5" "$6"
  local signer=(-cert "$7.pem" -keyfile "${8:-$7}.key")
  [ "$7" = - ] && signer=(-selfsign -keyfile "$5.key")
  openssl ca -batch -notext -config extensions.cnf -preserveDN -extensions "$2" \
    -startdate "$3" -enddate "$4" -md "${digest:-sha256}" "${signer[@]}" -in "$1.csr" -out "$1.pem" 2>>log
}

R='/O=Example/CN=Example Root'
I='/O=Example/CN=Example Intermediate'
L='/O=Example/CN=Example Signing'
old=20000101000000Z late=20600101000000Z
from=20240101000000Z to=20251231235959Z

# declare_text NAME FILE prints a constant of Swift.
declare_text() {
  printf '    static let %s = """\n' "$1"
  sed 's/^/        /' "$2"
  printf '\n        """\n'
}

# declare_all FILE … prints a constant of each.
declare_all() {
  local separator=
  for file in "$@"; do
    local name=${file%.*}
    printf '%s' "$separator"
    separator=$'\n'
    declare_text "$name" "$file"
  done
}
