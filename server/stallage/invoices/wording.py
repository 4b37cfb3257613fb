"""Puts what a document says into the words and amounts that its page shows."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from babel import Locale

from stallage.core.dates import format_day
from stallage.core.db import Record
from stallage.core.money import Currency
from stallage.invoices.rules import TITLE, number_text
from stallage.settings import Settings
from stallage.tenders import tender_kind, tender_kinds

# Where paper is Letter; everywhere else it is A4.
LETTER = frozenset({"US", "CA", "MX", "CL", "CO", "PH"})


class Words:
    """Amounts, days and addresses in the shop's language."""

    def __init__(self, settings: Settings, currency: str) -> None:
        self.settings = settings
        self.locale = settings.locale.replace("-", "_")
        self.currency = Currency.of(currency)

    def money(self, amount: int) -> str:
        return self.currency.format(amount, self.locale)

    def less(self, amount: int) -> str:
        return f"−{self.money(amount)}"

    def day(self, moment: datetime) -> str:
        there = moment.astimezone(ZoneInfo(self.settings.time_zone))
        return format_day(there, self.settings.locale)

    def country(self, code: str | None) -> str:
        names = Locale.parse(self.locale).territories
        return str(names.get(code or "", code or ""))

    def place(self, address: dict[str, Any], postal_code: str) -> list[str]:
        """An address without its country, line by line; `postal_code` is what that is called there."""
        city = " ".join(
            part
            for part in (
                f"{address['city']}," if address.get("city") and address.get("state") else "",
                address.get("city") if not address.get("state") else "",
                address.get("state"),
                address.get(postal_code),
            )
            if part
        )
        return [part for part in (address.get("line1"), address.get("line2"), city) if part]


def _seller(content: dict[str, Any], words: Words) -> dict[str, Any]:
    seller = content["seller"]
    address = seller["address"] or {}
    place = words.place(address, "postal_code") if address else []
    country = words.country(address.get("country")) if address else ""
    block = [seller["name"], *place, country]
    if seller["tax_number"]:
        block.append(f"Tax no. {seller['tax_number']}")
    foot = [seller["name"], ", ".join(place), seller["email"], seller["phone"]]
    return {
        "name": seller["name"],
        "block": [part for part in block if part],
        "lines": [part for part in foot if part],
    }


def _party(address: dict[str, Any], words: Words) -> list[str]:
    """A person or company and where they are, line by line."""
    name = f"{address['first_name']} {address['last_name']}".strip()
    place = words.place(address, "postal_code")
    parts = [address.get("company"), name, *place, words.country(address["country"])]
    return [part for part in parts if part]


def _buyer(order: Record, words: Words) -> list[str]:
    billed = order["billing_address"] or order["address"]
    if billed is None:
        return [f"{order['first_name']} {order['last_name']}".strip()]
    tax_id = billed.get("tax_id")
    return [*_party(billed, words), *([f"Tax no. {tax_id}"] if tax_id else [])]


def _recipient(order: Record, words: Words) -> list[str]:
    """Where the order was delivered, where that is not the address it is billed to."""
    if order["billing_address"] is None or order["address"] is None:
        return []
    delivered, billed = (
        _party({**order[name], "company": None}, words) for name in ("address", "billing_address")
    )
    return [] if delivered == billed else _party(order["address"], words)


def _sums(content: dict[str, Any], words: Words) -> list[list[str]]:
    sums = [["Subtotal", words.money(content["subtotal"])]]
    if content["discount"]:
        sums.append([content["discount"]["name"], words.less(content["discount"]["amount"])])
    if content["delivery"]:
        sums.append([content["delivery"]["name"], words.money(content["delivery"]["amount"])])
    # Documents from before there was gift wrap do not name it.
    wrap = content.get("gift_wrap")
    if wrap:
        sums.append([wrap["name"], words.money(wrap["amount"])])
    sums += [
        [f"{tax['name']} ({tax['rate']} %)", words.money(tax["amount"])]
        for tax in content["taxes"]
        if not tax["included"]
    ]
    return sums


def _tenders(content: dict[str, Any], payment_method: str) -> list[dict[str, Any]]:
    """What paid an invoice."""
    if "tenders" in content:
        tenders: list[dict[str, Any]] = content["tenders"]
        return tenders
    # Invoices of earlier releases name the wallet's part alone.
    rest = next(
        kind.name for kind in reversed(tender_kinds()) if payment_method in kind.payment_methods
    )
    parts = [("wallet", content["wallet"]), (rest, content["total"] - content["wallet"])]
    return [{"kind": kind, "amount": amount} for kind, amount in parts if amount]


def _after(row: Record, content: dict[str, Any], words: Words) -> list[list[str]]:
    """Below the total: taxes that it includes, and how it is paid."""
    after = [
        [f"Includes {tax['name']} ({tax['rate']} %)", words.money(tax["amount"])]
        for tax in content["taxes"]
        if tax["included"]
    ]
    if row["kind"] == "invoice":
        after += [
            [tender_kind(one["kind"]).label, words.money(one["amount"])]
            for one in _tenders(content, row["payment_method"])
        ]
    return after


def said(row: Record, settings: Settings) -> dict[str, Any]:
    """The page of a document, from a row of `queries.DOCUMENT`."""
    content = row["content"]
    words = Words(settings, content["currency"])
    facts = [["Date", words.day(row["issued_at"])], ["Order", row["order_public_id"]]]
    facts.append(["Ordered", words.day(row["placed_at"])])
    if row["kind"] == "credit_note":
        facts.append(["For invoice", number_text("invoice", row["invoice_number"])])
    return {
        "paper": "us-letter" if settings.country in LETTER else "a4",
        "language": settings.locale.partition("-")[0],
        "colour": content["seller"]["colour"],
        "title": TITLE[row["kind"]],
        "number": number_text(row["kind"], row["number"]),
        "seller": _seller(content, words),
        "buyer": _buyer(row, words),
        "recipient": _recipient(row, words),
        "facts": facts,
        "lines": [
            {
                "title": line["title"],
                "note": " · ".join(part for part in (*line["options"], line["sku"]) if part),
                "quantity": line["quantity"],
                "price": words.money(line["price"]),
                "amount": words.money(line["amount"]),
            }
            for line in content["lines"]
        ],
        "sums": _sums(content, words),
        "total": [
            "Total" if row["kind"] == "invoice" else "Credited",
            words.money(content["total"]),
        ],
        "after": _after(row, content, words),
        "remark": f"{content['about']}." if content["about"] else "",
    }
