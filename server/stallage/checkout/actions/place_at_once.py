"""Places an order in one statement, which commits by itself.

For orders that lock nothing but stock, hold no tender and change no product's card: most of them. All others
are placed in a transaction by `place_order`. Nothing is locked while the order is read and quoted, as in a
transaction, and the statement writes in the same order as the transaction does.
"""

from __future__ import annotations

from stallage.checkout.actions.limits import order_hit
from stallage.checkout.actions.order_drafts import draft_order
from stallage.checkout.actions.place_order import (
    Placement,
    check_address,
    check_quote,
    events_of,
    locks_only_stock,
    options_of,
    units_by_sku,
)
from stallage.checkout.queries.priced_lines import lines_to_order
from stallage.checkout.queries.quotes import quote
from stallage.checkout.queries.shoppers import Shopper, key_owner
from stallage.checkout.schemas import OrderInput
from stallage.checkout.tenders import CheckoutTenders
from stallage.core.db import Connection
from stallage.core.events import publishing
from stallage.core.idempotency import IdempotentRequest, claiming
from stallage.core.one_statement import Part, Refused, write_parts
from stallage.core.rate_limits import recording
from stallage.customers.actions.locking import locking_contacts_shared
from stallage.orders.actions import new_order, writing
from stallage.pricing.actions.terms import with_terms_of
from stallage.pricing.queries.held_terms import HeldTerms
from stallage.products.actions.stock_levels import NOT_ENOUGH_STOCK
from stallage.settings import Settings
from stallage.stock.actions import reserving
from stallage.stock.errors import NotEnoughStock


def can_place_at_once(body: OrderInput, tenders: CheckoutTenders) -> bool:
    """Whether an order may be placed in one statement, as far as its request tells."""
    return (
        body.sku_ids is not None
        and not body.gift_cards
        and locks_only_stock(body)
        and tenders.holds_nothing(body.payment_method)
    )


def order_scope(shopper: Shopper) -> str:
    """The scope of the idempotency keys of a shopper's orders."""
    return f"order:{key_owner(shopper.customer_id, shopper.email, shopper.phone)}"


async def place_at_once(
    connection: Connection,
    settings: Settings,
    tenders: CheckoutTenders,
    shopper: Shopper,
    body: OrderInput,
    *,
    held: HeldTerms,
    request: IdempotentRequest,
) -> Placement | None:
    """Place an order in a transaction of its own, or return None if `place_order` has to.

    That is so if the key was used before, the contact has reached its limit, a card changes, or the terms
    have changed since they were read. Raises the errors of `place_order`, and NotEnoughStock if others were
    quicker; nothing is written then.
    """
    options = options_of(shopper, body, settings)
    tenders.check_shopper(options.tender)
    units = units_by_sku(body.sku_ids or [])
    read = await lines_to_order(connection, held, options.destination, units)
    check_address(shopper, read.lines)
    if read.may_change_cards:
        return None
    quoted = await quote(
        connection, settings, tenders, read.lines, options=options, terms=read.terms.terms
    )
    rest = tenders.kind_for_rest(options.tender, quoted.payable)
    check_quote(quoted, settings, tenders, shopper=shopper, body=body, rest=rest)
    draft = draft_order(shopper, body, quoted, settings, rest)
    order = new_order(draft, read.order_id)
    placement = Placement(
        order_id=order.public_id,
        status=order.status,
        payment_status=order.payment_status,
        method=draft.payment_method,
        attempt_id=None,
    )
    parts = _parts(settings, shopper, request, placement)
    parts += [writing(draft, order), with_terms_of(read.terms.version)]
    parts += publishing(*events_of(order))
    parts.append(reserving(quoted.units, order.id))
    hit = order_hit(settings, shopper.customer_id, shopper.contact.canonical)
    if hit is not None:
        parts.append(recording(hit))
    try:
        return None if await write_parts(connection, parts) is None else placement
    except Refused as refused:
        if refused.reason == NOT_ENOUGH_STOCK:
            raise NotEnoughStock from None
        return None


def _parts(
    settings: Settings, shopper: Shopper, request: IdempotentRequest, placement: Placement
) -> list[Part]:
    """What comes before the order: the lock of a guest's contact, and the key with the result."""
    parts: list[Part] = []
    if shopper.customer_id is None:
        parts.append(locking_contacts_shared(shopper.email, shopper.phone))
    if request.key is not None:
        scope, seconds = order_scope(shopper), settings.idempotency_seconds
        parts.append(claiming(request, scope, seconds, placement.to_json()))
    return parts
