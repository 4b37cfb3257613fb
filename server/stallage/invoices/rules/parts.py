"""Splits an order into what each of its invoices is about: as it was paid first, and what was added later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from stallage.core.json_types import JsonObject
from stallage.invoices.rules.content import DocumentBuilder, InvoicedOrder
from stallage.orders.rules.differences import Difference, difference_of
from stallage.orders.rules.refunds import Extras

PLACED = "order"
"""Source of the invoice of the order as it was paid first."""
NO_EXTRAS = Extras(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class InvoicedPart:
    """A part of an order that has an invoice of its own."""

    source: str
    """`order`, or such as `difference:1` for what was added; the number is that of its tender."""
    order: InvoicedOrder
    tenders: Sequence[Mapping[str, Any]]
    """What pays it, as `{"kind", "amount"}`."""


def _is_settled(tender: Mapping[str, Any]) -> bool:
    """Whether added items are paid, or cancelled items have paid for them."""
    if tender["state"] in ("taken", "given_back"):
        return True
    return bool(tender["state"] == "released" and tender["released"] == tender["amount"])


def _without_taxes(
    taxes: Sequence[Mapping[str, Any]], added: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """The taxes of an order without those of added items, and without those that only these have."""
    names = ("name", "rate", "included")
    less: dict[tuple[Any, ...], int] = {}
    for one in added:
        key = tuple(one[name] for name in names)
        less[key] = less.get(key, 0) + one["amount"]
    left = []
    for one in taxes:
        key = tuple(one[name] for name in names)
        amount = one["amount"] - less.get(key, 0)
        if amount or key not in less:
            left.append({**one, "amount": amount})
    return left


def _added_part(
    order: InvoicedOrder, difference: Difference, lines: list[dict[str, Any]]
) -> InvoicedOrder:
    return replace(
        order,
        lines=lines,
        subtotal=sum(line["line_total"] for line in lines),
        discounts=[dict(one) for one in difference.discounts],
        shipping_method=None,
        shipping_total=0,
        gift_wrap_name=None,
        gift_wrap_total=0,
        taxes=[dict(one) for one in difference.taxes],
        total=sum(line["line_total"] - line["discount"] + line["tax_added"] for line in lines),
    )


def parts_of_order(
    order: InvoicedOrder, tenders: Sequence[Mapping[str, Any]]
) -> list[InvoicedPart]:
    """The parts of an order that are to be invoiced, in the order in which they were added.

    Items that were added to a paid order are a part of their own, once they are paid.
    """
    added = [(one, difference_of(one["reference"])) for one in tenders]
    differences = [(one, found) for one, found in added if found is not None]
    ends = [*[found.first_line for _one, found in differences[1:]], None]
    parts: list[InvoicedPart] = []
    base = order
    for (tender, difference), end in zip(differences, ends, strict=False):
        lines = [
            line
            for line in order.lines
            if line["position"] >= difference.first_line and (end is None or line["position"] < end)
        ]
        part = _added_part(order, difference, lines)
        discounts = list(base.discounts)
        for one in difference.discounts:
            discounts.remove(dict(one))
        base = replace(
            base,
            lines=[line for line in base.lines if line not in lines],
            subtotal=base.subtotal - part.subtotal,
            discounts=discounts,
            taxes=_without_taxes(base.taxes, difference.taxes),
            total=base.total - part.total,
        )
        if _is_settled(tender):
            source = f"difference:{tender['position']}"
            parts.append(InvoicedPart(source, part, _paying([tender])))
    placed = [one for one, found in added if found is None]
    return [InvoicedPart(PLACED, base, _paying(placed)), *parts]


def _paying(tenders: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [
        {"kind": one["kind"], "amount": one["amount"] - one["released"]}
        for one in tenders
        if one["amount"] > one["released"]
    ]


def split_amount(amount: int, gross: Sequence[int], left: Sequence[int]) -> list[int]:
    """Split a refund among invoices, as what its items cost in each; none gets more than is left of it.

    The refund may differ from what its items cost, because of goodwill.
    """
    shares = [min(one, most) for one, most in zip(gross, left, strict=True)]
    rest = amount - sum(shares)
    for place, most in enumerate(left):
        change = min(rest, most - shares[place]) if rest > 0 else max(rest, -shares[place])
        shares[place] += change
        rest -= change
    shares[0] += rest
    return shares


def _gross(parts: Sequence[Mapping[str, Any]], extras: Extras) -> int:
    lines: int = sum(part["line_total"] - part["discount"] + part["tax_added"] for part in parts)
    return lines + extras.delivery + extras.gift_wrap


def credit_note(
    builders: Mapping[str, DocumentBuilder],
    lines: Sequence[Mapping[str, Any]],
    *,
    extras: Extras,
    goodwill: int,
    amount: int,
) -> JsonObject:
    """The content of a credit note, which may be for items of several invoices.

    `builders` are those of the order's invoices, by their sources; delivery belongs to the first.
    """
    by_source = {
        source: [dict(part) for part in lines if part["line_id"] in builder.lines]
        for source, builder in builders.items()
    }
    extras_of = {source: extras if source == PLACED else NO_EXTRAS for source in builders}
    gross = [_gross(by_source[source], extras_of[source]) for source in builders]
    left = [builder.left for builder in builders.values()]
    amounts = dict(zip(builders, split_amount(amount, gross, left), strict=True))
    contents = {
        source: builder.credit_note(
            by_source[source],
            extras=extras_of[source],
            goodwill=goodwill,
            amount=amounts[source],
        )
        for source, builder in builders.items()
        if by_source[source] or amounts[source]
    }
    if list(contents) in ([], [PLACED]):
        return next(iter(contents.values()))
    return {**_joined(list(contents.values())), "invoices": list(contents)}


def _joined(contents: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """One document of several. Equal taxes are added up."""
    taxes: list[dict[str, Any]] = []
    for tax in (one for content in contents for one in content["taxes"]):
        for known in taxes:
            if all(known[name] == tax[name] for name in ("name", "rate", "included")):
                known["amount"] += tax["amount"]
                break
        else:
            taxes.append(dict(tax))
    rows = {
        name: _sum([content[name] for content in contents if content[name]])
        for name in ("discount", "delivery", "gift_wrap", "adjustment")
    }
    return {
        **contents[0],
        **rows,
        "lines": [line for content in contents for line in content["lines"]],
        "subtotal": sum(content["subtotal"] for content in contents),
        "taxes": taxes,
        "total": sum(content["total"] for content in contents),
    }


def _sum(rows: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    if not rows:
        return None
    names = ", ".join(dict.fromkeys(row["name"] for row in rows))
    return {"name": names, "amount": sum(row["amount"] for row in rows)}
