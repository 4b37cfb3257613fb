"""What a link still shows of an order that belongs to an account by now: nothing of the person."""

from __future__ import annotations

from stallage.orders.schemas import OrderAllows, OrderContact, OrderDetails


def limited(order: OrderDetails) -> OrderDetails:
    """An order without contact, addresses, notes, tracking numbers and gift cards' texts.

    Nothing can be done with it but ordering the same again.
    """
    nobody = OrderContact.model_construct(email=None, phone=None, first_name="", last_name="")
    nothing = OrderAllows.model_construct(
        cancel=False, pay=False, reorder=order.allows.reorder, edit_billing=False
    )
    return order.model_copy(
        update={
            "limited": True,
            "allows": nothing,
            "contact": nobody,
            "address": None,
            "billing_address": None,
            "delivery_note": None,
            "gift_message": None,
            "parcels": [
                parcel.model_copy(update={"tracking_number": None, "tracking_url": None})
                for parcel in order.parcels
            ],
            "lines": [line.model_copy(update={"gift_card": None}) for line in order.lines],
        }
    )
