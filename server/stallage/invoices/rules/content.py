"""Computes the content of documents from an order's own amounts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stallage.core.json_types import JsonObject
from stallage.invoices.rules import taxes_between

AMOUNTS = ("quantity", "line_total", "discount", "tax", "tax_added")


@dataclass(frozen=True, slots=True)
class InvoicedOrder:
    """What documents need of an order, in the format of the columns of `orders.models.Order`."""

    currency: str
    lines: list[dict[str, Any]]
    """Rows of `order_lines`."""
    subtotal: int
    discounts: list[dict[str, Any]]
    shipping_method: dict[str, Any] | None
    shipping_total: int
    gift_wrap_name: str | None
    gift_wrap_total: int
    taxes: list[dict[str, Any]]
    total: int


class DocumentBuilder:
    """Builds the contents of an order's documents, first the invoice, then its credit notes.

    Documents must be built in the order in which they were issued, because each takes the next share of
    the order's taxes.
    """

    def __init__(self, order: InvoicedOrder) -> None:
        self.order = order
        self.lines = {line["id"]: line for line in order.lines}
        self.tax_amounts: list[int] = [tax["amount"] for tax in order.taxes]
        self.taxed = 0
        """The part of the order's tax that earlier documents contain."""

    @property
    def delivery_tax(self) -> int:
        """The tax of delivery and gift wrap: the order's tax less that of its lines."""
        of_lines: int = sum(line["tax"] for line in self.lines.values())
        return sum(self.tax_amounts) - of_lines

    @property
    def delivery_tax_added(self) -> int:
        """The part of `delivery_tax` added on top of the prices."""
        order = self.order
        added = sum(line["tax_added"] for line in self.lines.values())
        net = order.subtotal - sum(one["amount"] for one in order.discounts)
        extras = order.shipping_total + order.gift_wrap_total
        rest: int = order.total - net - extras - added
        return rest

    def invoice(self, cancelled: Sequence[dict[str, Any]]) -> JsonObject:
        """The invoice: delivery, gift wrap, and every line without units cancelled before."""
        cancelled_tax = sum(part["tax"] for part in cancelled)
        self.taxed = cancelled_tax
        parts = []
        for line in self.lines.values():
            less = [part for part in cancelled if part["line_id"] == line["id"]]
            part = {name: line[name] - sum(one[name] for one in less) for name in AMOUNTS}
            if part["quantity"]:
                parts.append({"line_id": line["id"], **part})
        content = self._content(parts, with_delivery=True)
        # Credit notes share the invoice's tax, so they start where the invoice starts.
        self.taxed = cancelled_tax
        return content

    def credit_note(self, parts: Sequence[dict[str, Any]], *, with_delivery: bool) -> JsonObject:
        """A credit note for some units, and for delivery and gift wrap if they are refunded."""
        return self._content(parts, with_delivery=with_delivery)

    def _content(self, parts: Sequence[dict[str, Any]], *, with_delivery: bool) -> dict[str, Any]:
        order = self.order
        tax = sum(part["tax"] for part in parts) + (self.delivery_tax if with_delivery else 0)
        amounts = taxes_between(self.tax_amounts, self.taxed, self.taxed + tax)
        self.taxed += tax
        subtotal = sum(part["line_total"] for part in parts)
        discount = sum(part["discount"] for part in parts)
        added = sum(part["tax_added"] for part in parts)
        shipping = order.shipping_total if with_delivery else 0
        added += self.delivery_tax_added if with_delivery else 0
        names = [one["name"] for one in order.discounts]
        delivery = order.shipping_method if with_delivery else None
        wrap = order.gift_wrap_name if with_delivery else None
        wrap_amount = order.gift_wrap_total if with_delivery else 0
        return {
            "currency": order.currency,
            "lines": [self._line(part) for part in parts],
            "subtotal": subtotal,
            "discount": {"name": ", ".join(names), "amount": discount} if discount else None,
            "delivery": None
            if delivery is None
            else {"name": delivery["name"], "amount": shipping},
            "gift_wrap": None if wrap is None else {"name": wrap, "amount": wrap_amount},
            "taxes": [
                {**tax_of_order, "amount": amount}
                for tax_of_order, amount in zip(order.taxes, amounts, strict=True)
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
