#!/bin/sh
# A demo shop of its own for the journeys, gone when they are: a copy of the one at SHOP_DEMO, or a new one.
set -eu
cd "$(dirname "$0")/../.."
place=$(dirname "$SHOP_DATA_DIR")
mkdir -p "$place"
# A build of its own, so that a journey can put a newer one in its place.
rm -rf "$place/client"
cp -r "${STALLAGE_CLIENT_DIR:-web/dist}" "$place/client"
export STALLAGE_CLIENT_DIR="$place/client"
export STALLAGE_DATA_DIR="$SHOP_DATA_DIR"
export STALLAGE_PUBLIC_URL="${SHOP_URL:-http://127.0.0.1:$SHOP_PORT}"
. web/e2e/settings.sh
clean() {
  [ -z "${server:-}" ] || { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }
  rm -rf "$place"
}
trap 'clean; exit 0' TERM INT
if [ -n "${SHOP_DEMO:-}" ]; then
  cp -a "$SHOP_DEMO" "$SHOP_DATA_DIR"
else
  ./stallage demo ${SHOP_DEMO_ARGUMENTS:-}
fi
./stallage serve --port "$SHOP_PORT" &
server=$!
wait "$server" || true
clean
