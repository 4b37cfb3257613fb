"""Payment outside of the payment provider, which operators record. Its ledger is that of orders."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.orders.actions.manual_payments import request_manual_refund
from stallage.orders.drafts import LockedOrder
from stallage.orders.rules.manual_payments import MANUAL
from stallage.orders.rules.tenders import Tender, TenderState
from stallage.orders.tenders import TenderKind


class Manual(TenderKind):
    """Bank transfer, card terminal, cash, … Shoppers cannot choose it."""

    name = MANUAL
    label = "Paid directly to us"
    refund_label = "Original payment, outside the shop"
    returns_to_source = True

    async def give_back(
        self, connection: Connection, order: LockedOrder, tender: Tender, amount: int, key: str
    ) -> bool:
        """Ask an operator to pay the part back."""
        if tender.state is not TenderState.TAKEN:
            return True
        await request_manual_refund(connection, order, tender, amount, key)
        return False

    async def give_back_rest(
        self, connection: Connection, order: LockedOrder, tender: Tender
    ) -> bool:
        """Ask an operator to pay back what is left."""
        if tender.state is not TenderState.GIVEN_BACK:
            return True
        await request_manual_refund(connection, order, tender, tender.left, "cancelled")
        return False


KIND = Manual()
