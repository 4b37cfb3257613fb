"""What the link of a guest's order still shows after the order joined an account: nothing personal."""

from __future__ import annotations

from stallage.orders.schemas import OrderAllows, OrderContact, OrderDetails


def without_personal_data(order: OrderDetails) -> OrderDetails:
    """An order without contact, addresses, notes, tracking numbers and the texts of gift cards.

    The only action left is ordering the same items again.
    """
    contact = OrderContact.model_construct(email=None, phone=None, first_name="", last_name="")
    allows = OrderAllows.model_construct(
        cancel=False, pay=False, reorder=order.allows.reorder, edit_billing=False
    )
    return order.model_copy(
        update={
            "limited": True,
            "allows": allows,
            "contact": contact,
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
