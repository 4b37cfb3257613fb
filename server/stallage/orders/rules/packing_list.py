"""What an operator needs to pack and send an order, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from stallage.orders.schemas import OrderAddress, OrderDetails


def address_lines(address: OrderAddress) -> list[str]:
    """An address as written on a parcel, without the phone number."""
    city = " ".join(part for part in (address.city, address.state, address.postal_code) if part)
    parts = (
        address.company,
        f"{address.first_name} {address.last_name}".strip(),
        address.line1,
        address.line2,
        city,
        address.country,
    )
    return [part for part in parts if part]


def packing_list(order: OrderDetails) -> Iterator[str]:
    """The items to pack, the address, and the shopper's notes. No prices."""
    yield f"{order.order_id}  {order.status_label}"
    for line in order.lines:
        left = line.quantity - line.cancelled_quantity
        if left and line.gift_card is None:
            options = ", ".join(option.value for option in line.options)
            item = " · ".join(part for part in (line.title, options, line.sku) if part)
            yield f"  {left} × {item}"
    if order.shipping_method is not None:
        yield f"Delivery: {order.shipping_method.name}"
    if order.address is not None:
        yield f"To: {', '.join(address_lines(order.address))}"
    phone = (order.address and order.address.phone) or order.contact.phone
    if phone:
        yield f"Phone: {phone}"
    yield from _block("Note for the courier", order.delivery_note)
    if order.gift_wrap is not None:
        yield f"Gift wrap: {order.gift_wrap.name}"
    yield from _block("Gift message", order.gift_message)
    billed = order.billing_address or order.address
    if order.billing_address is not None:
        yield f"Billed to: {', '.join(address_lines(order.billing_address))}"
    if billed is not None and billed.tax_id:
        yield f"Tax no.: {billed.tax_id}"


def _block(name: str, text: str | None) -> Iterator[str]:
    """A text of one or more lines below its name, without control characters, which move the cursor."""
    if text:
        yield f"{name}:"
        for line in text.splitlines():
            yield "  " + "".join(character for character in line if character.isprintable())
