#!/bin/sh
# A demo shop of its own for the journeys, gone when they are.
set -eu
cd "$(dirname "$0")/../.."
place=$(dirname "$SHOP_DATA_DIR")
mkdir -p "$place"
# A build of its own, so that a journey can put a newer one in its place.
rm -rf "$place/client"
cp -r "${STALLAGE_CLIENT_DIR:-web/dist}" "$place/client"
export STALLAGE_CLIENT_DIR="$place/client"
export STALLAGE_DATA_DIR="$SHOP_DATA_DIR"
export STALLAGE_PUBLIC_URL="http://127.0.0.1:$SHOP_PORT"
# What goes well is not worth a line among the journeys'.
export STALLAGE_LOG_LEVEL=warning
# A journey that needs a second code waits for it no longer than it must.
export STALLAGE_OTP_RESEND_SECONDS=10
# All shoppers of the journeys come from one address.
export STALLAGE_OTP_PER_CLIENT_HOUR=1000
export STALLAGE_GUEST_ORDERS_PER_CLIENT_HOUR=1000
export STALLAGE_OTP_GUESSES_PER_CLIENT_HOUR=1000
# Shoppers of the journeys have always just signed in; a contact is proven all the same.
export STALLAGE_CONTACT_PROOF_SECONDS=0
# With a plug-in, as if it were installed.
export PYTHONPATH="$PWD/web/e2e/plugin${PYTHONPATH:+:$PYTHONPATH}"
clean() {
  [ -z "${server:-}" ] || { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }
  rm -rf "$place"
}
trap 'clean; exit 0' TERM INT
./stallage demo ${SHOP_DEMO_ARGUMENTS:-}
./stallage serve --port "$SHOP_PORT" &
server=$!
wait "$server" || true
clean
