"""Records events, and changes endpoints and deliveries."""

from stallage.webhooks.actions.deliveries import (
    claim,
    finish,
    purge,
    resend,
    store_payload,
)
from stallage.webhooks.actions.endpoints import (
    add_endpoint,
    change_endpoint,
    delete_endpoint,
    rotate_secret,
    send_test,
)
from stallage.webhooks.actions.recording import recording

__all__ = [
    "add_endpoint",
    "change_endpoint",
    "claim",
    "delete_endpoint",
    "finish",
    "purge",
    "recording",
    "resend",
    "rotate_secret",
    "send_test",
    "store_payload",
]
