# The settings of the journeys' shops, and a plug-in, as if it were installed.
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
export PYTHONPATH="$PWD/web/e2e/plugin${PYTHONPATH:+:$PYTHONPATH}"
