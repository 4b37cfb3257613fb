"""Payment from the customer's wallet, whose ledger it uses: holding takes the money out."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.orders.drafts import LockedOrder
from stallage.orders.rules.tenders import Tender, TenderChoice, TenderDraft, TenderOffer
from stallage.orders.tenders import PlacedOrder, TenderKind, TenderUnavailable
from stallage.wallet.actions import debit, release, release_part
from stallage.wallet.errors import InsufficientBalance
from stallage.wallet.queries import balance_of


class Wallet(TenderKind):
    """Store credit of the order's customer."""

    name = "wallet"
    label = "Paid from your wallet"
    refund_label = "Wallet credit that paid"
    stores_value = True
    payment_methods = frozenset({"wallet", "walletAndPrepaid"})
    needs_customer = True
    errors = (InsufficientBalance,)

    async def offers(
        self, connection: Connection, runtime: Runtime, choice: TenderChoice
    ) -> Sequence[TenderOffer]:
        """Offer the balance if the shopper chose to use it."""
        is_chosen = choice.use_wallet or choice.payment_method in self.payment_methods
        if choice.customer_id is None or not is_chosen:
            return ()
        return (TenderOffer(await balance_of(connection, choice.customer_id)),)

    async def hold(
        self, connection: Connection, runtime: Runtime, order: PlacedOrder, tender: TenderDraft
    ) -> int | None:
        """Raises InsufficientBalance."""
        if order.customer_id is not None:
            await debit(connection, order.customer_id, tender.amount, order_id=order.public_id)
        return None

    async def hold_again(self, connection: Connection, order: LockedOrder, tender: Tender) -> None:
        if order.customer_id is not None and tender.left:
            try:
                await debit(connection, order.customer_id, tender.left, order_id=order.public_id)
            except InsufficientBalance as error:
                raise TenderUnavailable from error

    async def give_back(
        self, connection: Connection, order: LockedOrder, tender: Tender, amount: int, key: str
    ) -> bool:
        """Return a part to the credit that it came from."""
        await release_part(connection, order.public_id, amount)
        return True

    async def give_back_rest(
        self, connection: Connection, order: LockedOrder, tender: Tender
    ) -> bool:
        if tender.credited:
            # What was refunded as new credit is not returned to the old one as well.
            await release_part(connection, order.public_id, tender.left)
        else:
            await release(connection, order.public_id)
        return True


KIND = Wallet()
