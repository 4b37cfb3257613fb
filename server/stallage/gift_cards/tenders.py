"""Pays with gift cards and gift codes. Its ledger is that of the codes: holding takes money out of them."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.gift_cards.errors import TooManyGiftCodes
from stallage.orders.locked import LockedOrder
from stallage.orders.rules.tenders import Tender, TenderChoice, TenderDraft, TenderOffer
from stallage.orders.tenders import PlacedOrder, TenderKind, TenderUnavailable
from stallage.wallet.actions.gift_codes import (
    put_back_into_gift_code,
    spend_gift_code,
    spendable_code,
)
from stallage.wallet.errors import GiftCodeExpired, GiftCodeInvalid, GiftCodeUsed, GiftCodeVoid


class GiftCard(TenderKind):
    """What is left of a code. The tender's reference is the code's hash."""

    name = "gift_card"
    label = "Paid by gift card"
    stores_value = True
    returns_to_source = True
    refusals = (GiftCodeInvalid, GiftCodeUsed, GiftCodeVoid, GiftCodeExpired, TooManyGiftCodes)

    async def offers(
        self, connection: Connection, runtime: Runtime, choice: TenderChoice
    ) -> Sequence[TenderOffer]:
        """The codes that the shopper gave, each once."""
        if choice.gift_card_codes and not choice.may_guess:
            raise TooManyGiftCodes
        codes = {
            found.code_hash: found.amount
            for given in choice.gift_card_codes
            for found in (await spendable_code(connection, runtime.secrets, given),)
        }
        # By hash, so that two orders that share codes lock them in the same order.
        return [TenderOffer(codes[code_hash], code_hash.hex()) for code_hash in sorted(codes)]

    async def hold(
        self, connection: Connection, runtime: Runtime, order: PlacedOrder, tender: TenderDraft
    ) -> int | None:
        """Raises GiftCodeUsed if another order was quicker."""
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
        await put_back_into_gift_code(connection, _hash(tender), amount, order_id=order.public_id)
        return True

    async def give_back_rest(
        self, connection: Connection, order: LockedOrder, tender: Tender
    ) -> bool:
        await put_back_into_gift_code(
            connection, _hash(tender), tender.left, order_id=order.public_id
        )
        return True


def _hash(tender: Tender | TenderDraft) -> bytes:
    if tender.reference is None:
        raise AssertionError("a gift card's tender names its code")
    return bytes.fromhex(tender.reference)


KIND = GiftCard()
