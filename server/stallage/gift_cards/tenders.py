"""Payment with gift cards and gift codes, whose ledger it uses: holding takes the money out."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.gift_cards.errors import TooManyGiftCodes
from stallage.orders.drafts import LockedOrder
from stallage.orders.rules.tenders import Tender, TenderChoice, TenderDraft, TenderOffer
from stallage.orders.tenders import PlacedOrder, TenderKind, TenderUnavailable
from stallage.wallet.actions.gift_codes import (
    return_to_gift_code,
    spend_gift_code,
    spendable_code,
)
from stallage.wallet.errors import GiftCodeExpired, GiftCodeInvalid, GiftCodeUsed, GiftCodeVoid


class GiftCard(TenderKind):
    """The balance of a code. The tender's reference is the hash of the code."""

    name = "gift_card"
    label = "Paid by gift card"
    refund_label = "Gift card"
    stores_value = True
    returns_to_source = True
    errors = (GiftCodeInvalid, GiftCodeUsed, GiftCodeVoid, GiftCodeExpired, TooManyGiftCodes)

    async def offers(
        self, connection: Connection, runtime: Runtime, choice: TenderChoice
    ) -> Sequence[TenderOffer]:
        """Offer the shopper's codes, each once."""
        if choice.gift_card_codes and not choice.may_guess:
            raise TooManyGiftCodes
        offers = {}
        for code in choice.gift_card_codes:
            found = await spendable_code(connection, runtime.secrets, code)
            offers[found.code_hash] = TenderOffer(found.amount, found.code_hash.hex(), code)
        # By hash, so that concurrent orders lock shared codes in the same order.
        return [offers[code_hash] for code_hash in sorted(offers)]

    async def hold(
        self, connection: Connection, runtime: Runtime, order: PlacedOrder, tender: TenderDraft
    ) -> int | None:
        """Take the amount out of the code. Raises GiftCodeUsed if another order used it first."""
        code_hash = _hash(tender)
        await spend_gift_code(connection, code_hash, tender.amount, order_id=order.public_id)
        return None

    async def hold_again(self, connection: Connection, order: LockedOrder, tender: Tender) -> None:
        if tender.left:
            try:
                await spend_gift_code(
                    connection, _hash(tender), tender.left, order_id=order.public_id
                )
            except GiftCodeUsed as error:
                raise TenderUnavailable from error

    async def give_back(
        self, connection: Connection, order: LockedOrder, tender: Tender, amount: int, key: str
    ) -> bool:
        await return_to_gift_code(connection, _hash(tender), amount, order_id=order.public_id)
        return True

    async def give_back_rest(
        self, connection: Connection, order: LockedOrder, tender: Tender
    ) -> bool:
        await return_to_gift_code(connection, _hash(tender), tender.left, order_id=order.public_id)
        return True


def _hash(tender: Tender | TenderDraft) -> bytes:
    if tender.reference is None:
        raise AssertionError("a gift card tender has a reference")
    return bytes.fromhex(tender.reference)


KIND = GiftCard()
