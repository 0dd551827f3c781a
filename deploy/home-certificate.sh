#!/bin/sh
# An authority of your own and a certificate for this machine, for https in a home network.
# Usage: deploy/home-certificate.sh FOLDER NAME-OR-ADDRESS...
#   deploy/home-certificate.sh /etc/ssl/safehouse safehouse.lan 192.168.1.20
# Phones install FOLDER/authority.crt once and then trust the site. Keep authority.key to yourself:
# whoever has it can pretend to be any site towards those phones.
set -eu

[ $# -ge 2 ] || { sed -n '3,4p' "$0" >&2; exit 2; }
folder=$1
shift
umask 077
mkdir -p "$folder"
cd "$folder"

if [ ! -e authority.key ]; then
    openssl req -x509 -newkey rsa:3072 -nodes -days 3650 -subj "/CN=Safehouse at home" \
        -addext "basicConstraints=critical,CA:true,pathlen:0" \
        -addext "keyUsage=critical,keyCertSign,cRLSign" \
        -keyout authority.key -out authority.crt 2>/dev/null
fi

names=""
for name in "$@"; do
    case $name in
        *:* | *[0-9].[0-9]*.[0-9]*.[0-9]*) names="$names,IP:$name" ;;
        *) names="$names,DNS:$name" ;;
    esac
done

# Phones refuse certificates that last longer than 825 days.
openssl req -newkey rsa:3072 -nodes -subj "/CN=$1" -keyout privkey.pem -out request.csr 2>/dev/null
printf 'basicConstraints=CA:false\nextendedKeyUsage=serverAuth\nsubjectAltName=%s\n' "${names#,}" >extensions
openssl x509 -req -in request.csr -CA authority.crt -CAkey authority.key -CAcreateserial \
    -days 800 -sha256 -extfile extensions -out server.crt 2>/dev/null
cat server.crt authority.crt >fullchain.pem
rm -f request.csr extensions server.crt
chmod 644 authority.crt fullchain.pem
echo "Certificate for $*: $(pwd)/fullchain.pem, privkey.pem"
echo "For the phones: $(pwd)/authority.crt"
