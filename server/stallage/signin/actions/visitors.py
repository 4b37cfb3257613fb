"""Lets a proven visitor in: joins what the guest had, starts the sign-in, restores it later."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.cart.actions import merge_guest_cart
from stallage.cart.schemas import CartMerge, PriceSeen
from stallage.core import access, clock, events, jobs, security_log
from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.customers.actions.contacts import (
    Contacts,
    contacts_of,
    customer_with_email,
    customer_with_phone,
)
from stallage.customers.actions.profile import fill_names
from stallage.customers.queries import details_of
from stallage.recently_viewed.actions import join_guest_list
from stallage.signin.actions import tokens
from stallage.signin.actions.known_clients import remember
from stallage.signin.clients import Asker
from stallage.signin.events import CustomerSignedIn
from stallage.signin.jobs import NewSignIn, tell_new_sign_in
from stallage.signin.rules import Contact
from stallage.signin.schemas import SignedIn, Tokens
from stallage.wishlist.actions import merge_guest_items

# A page that restores the visitor gets a new token when less than this share of its life is left.
NEAR_ITS_END = 5


@dataclass(frozen=True, slots=True)
class Visitor:
    """What somebody brings along when signing in."""

    device: str
    asker: Asker
    is_proven_by_code: bool = False
    """Whether a code has just proven one of the customer's contacts."""
    first_name: str | None = None
    last_name: str | None = None
    guest_sku_ids: tuple[int, ...] = ()
    prices_seen: tuple[PriceSeen, ...] = ()
    viewed_sku_ids: tuple[int, ...] = ()
    wished_sku_ids: tuple[int, ...] = ()
    is_told: bool = False
    """Whether the customer is told of this sign-in already, as of a linked Google account."""


def contacts_in(contacts: Contacts) -> list[Contact]:
    """A customer's contacts one by one."""
    return [
        *([Contact(email=contacts.email)] if contacts.email else []),
        *([Contact(phone=contacts.phone)] if contacts.phone else []),
    ]


async def customer_with(connection: Connection, contact: Contact) -> int:
    """The customer with a contact that was proven just now, made where there is none."""
    if contact.email:
        return await customer_with_email(connection, contact.email)
    return await customer_with_phone(connection, contact.address)


async def let_in(
    connection: Connection, runtime: Runtime, customer_id: int, visitor: Visitor
) -> SignedIn:
    """Signs a customer in. The caller has proven who it is, in this transaction."""
    if visitor.first_name or visitor.last_name:
        await fill_names(connection, customer_id, visitor.first_name, visitor.last_name)
    await join_guest_list(connection, customer_id, list(visitor.viewed_sku_ids))
    if visitor.wished_sku_ids:
        await merge_guest_items(connection, customer_id, list(visitor.wished_sku_ids))
    await events.publish(connection, CustomerSignedIn(customer_id=customer_id))
    merged = None
    if visitor.guest_sku_ids:
        merged = await merge_guest_cart(
            connection,
            customer_id,
            list(visitor.guest_sku_ids),
            {
                seen.sku_id: seen.price.amount
                for seen in visitor.prices_seen
                if seen.price.currency == runtime.currency.code
            },
        )
    contacts = await contacts_of(connection, customer_id)
    await _notice_client(connection, runtime, customer_id, contacts, visitor)
    started = await tokens.start(
        connection,
        runtime,
        customer_id,
        visitor.device,
        is_proven_by_code=visitor.is_proven_by_code,
    )
    return await _signed_in(connection, customer_id, started, merged)


async def _notice_client(
    connection: Connection,
    runtime: Runtime,
    customer_id: int,
    contacts: Contacts,
    visitor: Visitor,
) -> None:
    """Makes the client known; where that is news, tells the customer by mail.

    A customer who has a phone number alone gets no text: the code that was typed came to that phone.
    """
    own = contacts_in(contacts)
    if not await remember(connection, runtime, customer_id, own, visitor.asker):
        return
    security_log.record("new_sign_in", customer_id=customer_id)
    if contacts.email and not visitor.is_told:
        await jobs.enqueue(
            connection,
            tell_new_sign_in,
            NewSignIn(to=contacts.email, device=visitor.asker.browser, at=clock.now()),
        )


async def restore(
    connection: Connection, runtime: Runtime, token: str, refresh_token: str
) -> SignedIn | None:
    """The visitor that two stored tokens speak of, or None where they do not.

    The access token has to be ours, and good or merely expired; its sign-in must not have ended.
    Near its end or past it, it is renewed where the refresh token is of the same sign-in and good.
    """
    try:
        shown = access.read(runtime.secrets, token)
    except access.InvalidToken:
        return None
    if not await tokens.lives(connection, runtime, shown.family, shown.customer_id):
        return None
    kept = Tokens.model_construct(token=token, refresh_token=refresh_token)
    left = (shown.expires_at - clock.now()).total_seconds()
    if left < runtime.settings.access_token_seconds / NEAR_ITS_END:
        renewed = await tokens.rotate(connection, runtime, refresh_token, shown.family)
        if renewed is not None:
            kept = renewed.tokens
        elif left <= 0 or not await tokens.lives(
            connection, runtime, shown.family, shown.customer_id
        ):
            return None
    return await _signed_in(connection, shown.customer_id, kept, None)


async def _signed_in(
    connection: Connection, customer_id: int, kept: Tokens, cart_merge: CartMerge | None
) -> SignedIn:
    return SignedIn.model_construct(
        token=kept.token,
        refresh_token=kept.refresh_token,
        details=await details_of(connection, customer_id),
        cart_merge=cart_merge,
    )
