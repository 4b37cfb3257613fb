"""SQL conditions on `orders o` for the criteria of an order search."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core import criteria
from stallage.core.criteria import Match, SqlParameters
from stallage.orders.rules import OrderStatus, PaymentStatus
from stallage.orders.schemas import OrderCriterion

TITLES = """(
    SELECT l.title AS value FROM order_lines l WHERE l.order_id = o.id AND l.owner_id = o.owner_id)"""
ORDER_ID = "(SELECT o.public_id AS value)"
STATUSES = {
    "status": ("o.status", OrderStatus),
    "paymentStatus": ("o.payment_status", PaymentStatus),
}


def condition_of(
    searched: Sequence[OrderCriterion], match: Match, parameters: SqlParameters
) -> str:
    """One condition for all criteria. Raises InvalidFields with the path of the invalid criterion."""
    criteria.check_size(searched)
    conditions = [
        _condition(criterion, index, parameters) for index, criterion in enumerate(searched)
    ]
    return criteria.join_conditions(conditions, match)


def _condition(criterion: OrderCriterion, index: int, parameters: SqlParameters) -> str:
    operation = criterion.operation
    match criterion.key:
        case "placedAt":
            criteria.check_operation(criterion, index, criteria.TIME)
            moments = criteria.read_values(criterion, index, criteria.read_time)
            return criteria.compare("o.placed_at", "timestamptz", operation, moments, parameters)
        case "total":
            criteria.check_operation(criterion, index, criteria.NUMBER)
            amounts = criteria.read_values(criterion, index, criteria.read_number)
            return criteria.compare("o.total", "bigint", operation, amounts, parameters)
        case "status" | "paymentStatus":
            column, statuses = STATUSES[criterion.key]
            criteria.check_operation(criterion, index, criteria.CHOICE)
            # An unknown status raises ValueError, as text that is not a number does.
            chosen = criteria.read_values(criterion, index, lambda value: int(statuses(int(value))))
            return criteria.compare(column, "integer", operation, chosen, parameters)
        case "title" | "orderId":
            criteria.check_operation(criterion, index, criteria.TEXT)
            texts = TITLES if criterion.key == "title" else ORDER_ID
            return criteria.match_text(texts, operation, criterion.value, parameters)
