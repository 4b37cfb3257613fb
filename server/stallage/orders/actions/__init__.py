"""Everything that writes orders."""

from stallage.orders.actions.billing import set_billing_address
from stallage.orders.actions.cancel import cancel_lines, cancel_order, revive_order
from stallage.orders.actions.carriers import put_carrier, remove_carrier
from stallage.orders.actions.change import (
    change_payment_status,
    change_status,
    lock_order,
    record_refund,
    take_back_status,
)
from stallage.orders.actions.claim import claim_guest_orders
from stallage.orders.actions.delivery import change_address, change_contact, change_delivery_note
from stallage.orders.actions.differences import cancel_unpaid_items, take_difference
from stallage.orders.actions.edit import edit_order, lock_items
from stallage.orders.actions.forget import anonymise_old_guest_orders, anonymise_orders
from stallage.orders.actions.hints import find_hints, forget_traces, record_card, review_hint
from stallage.orders.actions.links import revoke_links
from stallage.orders.actions.parcels import (
    correct_parcel,
    deliver_parcel,
    ship_parcel,
    take_back_delivery,
)
from stallage.orders.actions.refunds import (
    credit_waiting_refunds,
    grant_refund,
    pay_refund,
    remaining_amount,
    withdraw_refund,
)
from stallage.orders.actions.returns import (
    ReturnedUnits,
    record_exchange_cancelled,
    record_exchanged,
    record_returned,
)
from stallage.orders.actions.tenders import amount_due, give_back, record_credited, tenders_of
from stallage.orders.actions.write import new_order, write_order, writing
from stallage.orders.drafts import LockedOrder

__all__ = [
    "LockedOrder",
    "ReturnedUnits",
    "amount_due",
    "anonymise_old_guest_orders",
    "anonymise_orders",
    "cancel_lines",
    "cancel_order",
    "cancel_unpaid_items",
    "change_address",
    "change_contact",
    "change_delivery_note",
    "change_payment_status",
    "change_status",
    "claim_guest_orders",
    "correct_parcel",
    "credit_waiting_refunds",
    "deliver_parcel",
    "edit_order",
    "find_hints",
    "forget_traces",
    "give_back",
    "grant_refund",
    "lock_items",
    "lock_order",
    "new_order",
    "pay_refund",
    "put_carrier",
    "record_card",
    "record_credited",
    "record_exchange_cancelled",
    "record_exchanged",
    "record_refund",
    "record_returned",
    "remaining_amount",
    "remove_carrier",
    "review_hint",
    "revive_order",
    "revoke_links",
    "set_billing_address",
    "ship_parcel",
    "take_back_delivery",
    "take_back_status",
    "take_difference",
    "tenders_of",
    "withdraw_refund",
    "write_order",
    "writing",
]
