"""Sign visitors in: merge what the guest had, start the sign-in, restore it later."""

from __future__ import annotations

from stallage.cart.actions import merge_guest_cart
from stallage.cart.schemas import CartMerge
from stallage.core import access, clock, events, security_log
from stallage.core.db import Connection
from stallage.customers.actions.contacts import Contacts, contacts_of
from stallage.customers.actions.profile import fill_names
from stallage.customers.queries import details_of
from stallage.recently_viewed.actions import merge_guest_list
from stallage.settings import Settings
from stallage.signin.actions import tokens
from stallage.signin.actions.contacts import split_contacts
from stallage.signin.actions.known_clients import remember_client
from stallage.signin.drafts import Visitor
from stallage.signin.events import CustomerSignedIn, NewDeviceSignedIn
from stallage.signin.schemas import SignedIn, Tokens
from stallage.wishlist.actions import merge_guest_items

# When a page restores a session, the access token is renewed if less than a fifth of its life is left.
RENEWAL_SHARE = 5


async def sign_in(
    connection: Connection, settings: Settings, secret: bytes, customer_id: int, visitor: Visitor
) -> SignedIn:
    """Sign a customer in. The caller has verified the customer's identity in this transaction."""
    if visitor.first_name or visitor.last_name:
        await fill_names(connection, customer_id, visitor.first_name, visitor.last_name)
    await merge_guest_list(connection, customer_id, list(visitor.viewed_sku_ids))
    if visitor.wishlist_sku_ids:
        await merge_guest_items(connection, customer_id, list(visitor.wishlist_sku_ids))
    await events.publish(connection, CustomerSignedIn(customer_id=customer_id))
    cart_merge = None
    if visitor.guest_sku_ids:
        cart_merge = await merge_guest_cart(
            connection,
            customer_id,
            list(visitor.guest_sku_ids),
            {
                seen.sku_id: seen.price.amount
                for seen in visitor.prices_seen
                if seen.price.currency == settings.currency
            },
        )
    contacts = await contacts_of(connection, customer_id)
    await _remember_client(connection, secret, customer_id, contacts, visitor)
    new_tokens = await tokens.start(
        connection,
        settings,
        secret,
        customer_id,
        visitor.device,
        is_verified_by_code=visitor.is_verified_by_code,
    )
    return await _signed_in(connection, customer_id, new_tokens, cart_merge)


async def _remember_client(
    connection: Connection, secret: bytes, customer_id: int, contacts: Contacts, visitor: Visitor
) -> None:
    """Store the client as known; if it is new, inform the customer by email.

    A customer with a phone number only gets no text message: the code was sent to that phone.
    """
    own = split_contacts(contacts)
    if not await remember_client(connection, secret, customer_id, own, visitor.requester):
        return
    security_log.record("new_sign_in", customer_id=customer_id)
    if contacts.email and not visitor.is_informed:
        await events.publish(
            connection,
            NewDeviceSignedIn(to=contacts.email, device=visitor.requester.browser, at=clock.now()),
        )


async def restore_session(
    connection: Connection,
    settings: Settings,
    secrets: tuple[bytes, ...],
    token: str,
    refresh_token: str,
) -> SignedIn | None:
    """Return the visitor that two stored tokens belong to, or None if they are not valid.

    The access token must be signed by the shop, may be expired, and its sign-in must not have ended.
    If it is expired or about to expire, it is renewed with the refresh token, which must be valid and
    of the same sign-in. `secrets` holds the accepted signing keys, the current one first.
    """
    try:
        claims = access.read(secrets, token)
    except access.InvalidToken:
        return None
    if not await tokens.is_active(connection, settings, claims.family, claims.customer_id):
        return None
    current = Tokens.model_construct(token=token, refresh_token=refresh_token)
    seconds_left = (claims.expires_at - clock.now()).total_seconds()
    if seconds_left < settings.access_token_seconds / RENEWAL_SHARE:
        renewed = await tokens.rotate(
            connection, settings, secrets[0], refresh_token, claims.family
        )
        if renewed is not None:
            current = renewed.tokens
        elif seconds_left <= 0 or not await tokens.is_active(
            connection, settings, claims.family, claims.customer_id
        ):
            return None
    return await _signed_in(connection, claims.customer_id, current, None)


async def _signed_in(
    connection: Connection, customer_id: int, current: Tokens, cart_merge: CartMerge | None
) -> SignedIn:
    return SignedIn.model_construct(
        token=current.token,
        refresh_token=current.refresh_token,
        details=await details_of(connection, customer_id),
        cart_merge=cart_merge,
    )
