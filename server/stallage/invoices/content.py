"""What documents say, taken from the order's own rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stallage.core.db import Record
from stallage.invoices.rules import taxes_between

AMOUNTS = ("quantity", "line_total", "discount", "tax", "tax_added")


class Books:
    """An order's amounts as documents take them: first the invoice, then what goes back of it."""

    def __init__(self, order: Record) -> None:
        self.order = order
        self.lines = {line["id"]: line for line in order["lines"]}
        self.tax_amounts: list[int] = [tax["amount"] for tax in order["taxes"]]
        self.taxed = 0
        """How much of the order's whole tax is accounted for by earlier parts."""

    @property
    def delivery_tax(self) -> int:
        """The tax of delivery and gift wrap: what the lines leave of the order's whole tax."""
        of_lines: int = sum(line["tax"] for line in self.lines.values())
        return sum(self.tax_amounts) - of_lines

    @property
    def delivery_added(self) -> int:
        """What of that came on top of their prices."""
        order = self.order
        added = sum(line["tax_added"] for line in self.lines.values())
        net = order["subtotal"] - sum(one["amount"] for one in order["discounts"])
        extras = order["shipping_total"] + order["gift_wrap_total"]
        gone: int = order["total"] - net - extras - added
        return gone

    def skip(self, parts: Sequence[dict[str, Any]]) -> None:
        """Passes over units that were cancelled before anything was invoiced."""
        self.taxed += sum(part["tax"] for part in parts)

    def whole(self, without: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """The invoice: every line less what had been cancelled, delivery and gift wrap."""
        self.skip(without)
        parts = []
        for line in self.lines.values():
            less = [part for part in without if part["line_id"] == line["id"]]
            part = {name: line[name] - sum(one[name] for one in less) for name in AMOUNTS}
            if part["quantity"]:
                parts.append({"line_id": line["id"], **part})
        content = self._content(parts, with_delivery=True)
        # What is credited later starts again from the beginning of what was invoiced.
        self.taxed = sum(part["tax"] for part in without)
        return content

    def part(self, parts: Sequence[dict[str, Any]], *, with_delivery: bool) -> dict[str, Any]:
        """A credit note: some units; delivery and gift wrap where they go back as well."""
        return self._content(parts, with_delivery=with_delivery)

    def _content(self, parts: Sequence[dict[str, Any]], *, with_delivery: bool) -> dict[str, Any]:
        order = self.order
        tax = sum(part["tax"] for part in parts) + (self.delivery_tax if with_delivery else 0)
        named = taxes_between(self.tax_amounts, self.taxed, self.taxed + tax)
        self.taxed += tax
        subtotal = sum(part["line_total"] for part in parts)
        discount = sum(part["discount"] for part in parts)
        added = sum(part["tax_added"] for part in parts)
        shipping = order["shipping_total"] if with_delivery else 0
        added += self.delivery_added if with_delivery else 0
        names = [one["name"] for one in order["discounts"]]
        delivery = order["shipping_method"] if with_delivery else None
        wrap = order["gift_wrap_name"] if with_delivery else None
        wrap_amount = order["gift_wrap_total"] if with_delivery else 0
        return {
            "currency": order["currency"],
            "lines": [self._line(part) for part in parts],
            "subtotal": subtotal,
            "discount": {"name": ", ".join(names), "amount": discount} if discount else None,
            "delivery": None
            if delivery is None
            else {"name": delivery["name"], "amount": shipping},
            "gift_wrap": None if wrap is None else {"name": wrap, "amount": wrap_amount},
            "taxes": [
                {**given, "amount": amount}
                for given, amount in zip(order["taxes"], named, strict=True)
            ],
            "total": subtotal - discount + shipping + wrap_amount + added,
        }

    def _line(self, part: dict[str, Any]) -> dict[str, Any]:
        line = self.lines[part["line_id"]]
        return {
            "title": line["title"],
            "options": [one["value"] for one in line["options"]],
            "sku": line["sku"],
            "quantity": part["quantity"],
            "price": line["price"],
            "amount": part["line_total"],
        }
