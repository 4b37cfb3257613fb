"""Credit and debit a customer's wallet, as previewed."""

from __future__ import annotations

from datetime import date

from stallage.backoffice.errors.customers import BalanceTooLow, PreviewOutdated
from stallage.backoffice.rules.wallets import end_of_day
from stallage.backoffice.schemas.profiles import WalletChange
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.validation import message
from stallage.customers.actions.editing import lock_for_operator
from stallage.wallet.actions.adjusting import adjust_wallet
from stallage.wallet.errors import InsufficientBalance
from stallage.wallet.queries import balance_of


def _expiry(day: date | None, time_zone: str) -> date | None:
    if day is None:
        return None
    if day.year > 2200 or end_of_day(day, time_zone) <= clock.now():
        raise InvalidFields(fields={"expiresOn": [message("invalid", "expiresOn")]})
    return day


async def change_wallet(
    connection: Connection, customer_id: int, change: WalletChange, operator: str, time_zone: str
) -> tuple[int, int]:
    """Credit or debit a wallet; return the movement's id and the new balance.

    Raises NotFound, CustomerMerged, InvalidFields, PreviewOutdated if the balance is not the previewed
    one, and BalanceTooLow.
    """
    is_credit = change.direction == "credit"
    day = _expiry(change.expires_on if is_credit else None, time_zone)
    await lock_for_operator(connection, customer_id)
    before = await balance_of(connection, customer_id)
    if change.balance is not None and change.balance != before:
        raise PreviewOutdated(balance=before)
    try:
        movement_id = await adjust_wallet(
            connection,
            customer_id,
            change.amount if is_credit else -change.amount,
            change.note,
            operator,
            expires_at=None if day is None else end_of_day(day, time_zone),
        )
    except InsufficientBalance as error:
        raise BalanceTooLow(balance=before) from error
    return movement_id, await balance_of(connection, customer_id)
