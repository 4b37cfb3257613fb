"""Computes the content of documents from an order's own amounts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stallage.core.json_types import JsonObject
from stallage.core.money import scale
from stallage.invoices.rules import taxes_between
from stallage.orders.rules.refunds import Extras, split_extras

EXTRA_ROWS = ("delivery", "gift_wrap")
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
        self.left = order.total
        """What the invoice has, less what credit notes have refunded."""
        self.taxed = 0
        """The part of the order's tax that earlier documents contain."""

    @property
    def extras(self) -> Extras:
        """Delivery and gift wrap with their taxes: the order's amounts less those of its lines."""
        order = self.order
        lines = self.lines.values()
        net = order.subtotal - sum(one["amount"] for one in order.discounts)
        both = order.shipping_total + order.gift_wrap_total
        return split_extras(
            shipping_total=order.shipping_total,
            gift_wrap_total=order.gift_wrap_total,
            tax=sum(self.tax_amounts) - sum(line["tax"] for line in lines),
            tax_added=order.total - net - both - sum(line["tax_added"] for line in lines),
        )

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
        order = self.order
        content = self._content(parts, self.extras)
        delivery, wrap = order.shipping_method, order.gift_wrap_name
        shipping = order.shipping_total
        content["delivery"] = (
            None if delivery is None else {"name": delivery["name"], "amount": shipping}
        )
        content["gift_wrap"] = (
            None if wrap is None else {"name": wrap, "amount": order.gift_wrap_total}
        )
        # Credit notes share the invoice's tax, so they start where the invoice starts.
        self.taxed = cancelled_tax
        self.left = content["total"]
        return content

    def credit_note(
        self, parts: Sequence[dict[str, Any]], *, extras: Extras, goodwill: int, amount: int
    ) -> JsonObject:
        """A credit note for some units, for what is refunded of delivery and gift wrap, and goodwill.

        `amount` is what was refunded. It is less than all these cost if goodwill was refunded before.
        """
        gross = sum(part["line_total"] - part["discount"] + part["tax_added"] for part in parts)
        gross += extras.delivery + extras.gift_wrap
        content = self._content(parts, extras, amount)
        self.left -= amount
        if amount != gross:
            listed = content["subtotal"] - (content["discount"] or {"amount": 0})["amount"]
            listed += sum((content[name] or {"amount": 0})["amount"] for name in EXTRA_ROWS)
            listed += sum(tax["amount"] for tax in content["taxes"] if not tax["included"])
            name = "Goodwill" if goodwill else "Refunded before"
            # Without the tax that is listed on its own.
            content["adjustment"] = {"name": name, "amount": amount - listed}
        return content

    def _content(
        self, parts: Sequence[dict[str, Any]], extras: Extras, total: int | None = None
    ) -> dict[str, Any]:
        """`total` is given if it differs from the sum of the parts."""
        order = self.order
        subtotal = sum(part["line_total"] for part in parts)
        discount = sum(part["discount"] for part in parts)
        added = sum(part["tax_added"] for part in parts)
        gross = subtotal - discount + added + extras.delivery + extras.gift_wrap
        total = gross if total is None else total
        tax = sum(part["tax"] for part in parts) + extras.delivery_tax + extras.gift_wrap_tax
        tax = self._tax(tax, gross, total)
        amounts = taxes_between(self.tax_amounts, self.taxed, self.taxed + tax)
        self.taxed += tax
        wrap = order.gift_wrap_name
        # Documents list delivery and gift wrap without the tax that was added to them.
        shipping, wrap_net = self._without_added_tax(extras)
        delivery = order.shipping_method
        return {
            "currency": order.currency,
            "lines": [self._line(part) for part in parts],
            "subtotal": subtotal,
            "discount": {
                "name": ", ".join(one["name"] for one in order.discounts),
                "amount": discount,
            }
            if discount
            else None,
            "delivery": None
            if delivery is None or not extras.delivery
            else {"name": delivery["name"], "amount": shipping},
            "gift_wrap": None
            if wrap is None or not extras.gift_wrap
            else {"name": wrap, "amount": wrap_net},
            "adjustment": None,
            "taxes": [
                {**tax_of_order, "amount": amount}
                for tax_of_order, amount in zip(order.taxes, amounts, strict=True)
            ],
            "total": total,
        }

    def _tax(self, tax: int, gross: int, total: int) -> int:
        """The tax of a document: of its parts, and a share of what is left for any difference.

        The document that takes all money that is left takes all tax that is left.
        """
        left = sum(self.tax_amounts) - self.taxed
        if total == self.left:
            return left
        if total < gross:
            tax = scale(tax, total, gross)
        elif total > gross and self.left > gross:
            tax += scale(max(0, left - tax), total - gross, self.left - gross)
        return min(tax, left)

    def _without_added_tax(self, extras: Extras) -> tuple[int, int]:
        order = self.order
        return (
            order.shipping_total if extras.delivery else 0,
            order.gift_wrap_total if extras.gift_wrap else 0,
        )

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
