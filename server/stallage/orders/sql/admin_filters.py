"""SQL conditions on `order_states s` for operators' filters of orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, tzinfo

from stallage.core.criteria import SqlParameters
from stallage.core.errors import InvalidFields
from stallage.core.validation import message
from stallage.orders.rules.order_states import FULFILMENTS, PAYMENTS, Fulfilment, Payment
from stallage.orders.rules.periods import moments_of
from stallage.orders.rules.searching import (
    TRIGRAM,
    indexed_part,
    like_pattern,
    searched_words,
)
from stallage.orders.schemas.admin_lists import OrderFilter

COMMON_FULFILMENTS = frozenset({Fulfilment.SHIPPED, Fulfilment.DELIVERED})
"""States that `ix_order_states_unfinished` leaves out."""
HINTED = "SELECT h.order_id FROM order_hints h WHERE h.reviewed_at IS NULL"
NOTED = "SELECT n.subject_id FROM notes_view n WHERE n.subject_kind = 'order'"


@dataclass(slots=True)
class Conditions:
    """The conditions of a filter, joined with AND."""

    parameters: SqlParameters = field(default_factory=SqlParameters)
    indexed: list[str] = field(default_factory=list)
    """Those that an index answers in any order."""
    others: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    """Conditions on the text `t.text` of the search."""
    lookups: list[str] = field(default_factory=list)
    """Conditions that follow from those of the words, for the index of the search."""
    patterns: list[str] = field(default_factory=list)
    """For LIKE, of the words."""
    is_short: bool = False
    """Whether all words are too short for the index of the search."""

    @property
    def is_empty(self) -> bool:
        """Whether all orders match."""
        return not (self.indexed or self.others or self.words)


def conditions_of(
    filters: OrderFilter, today: date, zone: tzinfo, tenders: Sequence[str]
) -> Conditions:
    """The conditions of a filter. `tenders` are the combinations that occur.

    Raises InvalidFields for a period that does not exist.
    """
    found = Conditions()
    _add_states(filters, found)
    _add_placed(filters, found, today, zone)
    add = found.parameters.add
    if filters.total_min is not None:
        found.others.append(f"s.total >= {add(filters.total_min)}::bigint")
    if filters.total_max is not None:
        found.others.append(f"s.total <= {add(filters.total_max)}::bigint")
    if filters.country:
        # In the order of the index, so that one country is read in the order of the list.
        target = found.indexed if len(filters.country) == 1 else found.others
        countries = [one.upper() for one in filters.country]
        target.append(
            f"s.country = {add(countries[0])}::text"
            if len(countries) == 1
            else f"s.country = ANY({add(countries)}::text[])"
        )
    if filters.method:
        target = found.indexed if len(filters.method) == 1 else found.others
        target.append(
            f"s.method = {add(filters.method[0])}::text"
            if len(filters.method) == 1
            else f"s.method = ANY({add(filters.method)}::text[])"
        )
    if filters.tender:
        combinations = [one for one in tenders if set(one.split("+")) & set(filters.tender)]
        target = found.indexed if len(combinations) == 1 else found.others
        target.append(f"s.tenders = ANY({add(combinations)}::text[])")
    _add_marks(filters, found, today)
    words = searched_words(filters.search)
    # The empty text keeps the index from looking up the whole word.
    found.words += [f"t.text || '' LIKE {add(like_pattern(word))}::text" for word in words]
    found.lookups += [
        f"t.text LIKE {add(like_pattern(part))}::text"
        for word in words
        if len(part := indexed_part(word)) >= TRIGRAM
    ]
    found.patterns += [like_pattern(word) for word in words]
    found.is_short = bool(words) and all(len(word) < TRIGRAM for word in words)
    return found


def _add_states(filters: OrderFilter, found: Conditions) -> None:
    if filters.fulfilment:
        states = sorted({FULFILMENTS[name] for name in filters.fulfilment})
        condition = f"s.fulfilment IN ({', '.join(str(int(one)) for one in states)})"
        (found.others if COMMON_FULFILMENTS & set(states) else found.indexed).append(condition)
    if filters.payment:
        payments = sorted({PAYMENTS[name] for name in filters.payment})
        condition = f"s.payment IN ({', '.join(str(int(one)) for one in payments)})"
        (found.others if Payment.PAID in payments else found.indexed).append(condition)
    if filters.refund is not None:
        target = found.indexed if filters.refund else found.others
        target.append("s.refund_waits" if filters.refund else "NOT s.refund_waits")


def _add_placed(filters: OrderFilter, found: Conditions, today: date, zone: tzinfo) -> None:
    if filters.placed is None:
        return
    try:
        begin, end = moments_of(filters.placed, today, zone)
    except ValueError as error:
        raise InvalidFields(fields={"placed": [message("invalid", "placed")]}) from error
    add = found.parameters.add
    found.indexed.append(f"s.placed_at >= {add(begin)}::timestamptz")
    found.indexed.append(f"s.placed_at < {add(end)}::timestamptz")


def _add_marks(filters: OrderFilter, found: Conditions, today: date) -> None:
    add = found.parameters.add
    if filters.late is not None:
        day = add(today)
        if filters.late:
            found.indexed.append(f"s.ship_by < {day}::date")
        else:
            found.others.append(f"(s.ship_by IS NULL OR s.ship_by >= {day}::date)")
    for is_set, ids in ((filters.hint, HINTED), (filters.note, NOTED)):
        if is_set:
            found.indexed.append(f"s.order_id IN ({ids})")
        elif is_set is not None:
            found.others.append(f"NOT EXISTS (SELECT FROM ({ids}) m (id) WHERE m.id = s.order_id)")
    if filters.test:
        found.indexed.append("s.is_test")
    else:
        found.indexed.append("NOT s.set_apart" if filters.test is None else "NOT s.is_test")
    if filters.customer is not None:
        customer = add(filters.customer)
        found.indexed.append(
            f"s.order_id IN (SELECT o.id FROM orders o WHERE o.customer_id = {customer}::bigint)"
        )
