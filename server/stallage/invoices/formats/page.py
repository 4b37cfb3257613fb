"""Formats a document for its page: texts, amounts and days in the shop's language."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from babel import Locale

from stallage.core.dates import format_day
from stallage.core.json_types import JsonObject
from stallage.core.money import Currency
from stallage.invoices.rules import TITLE, StoredDocument, number_text
from stallage.settings import Settings
from stallage.tenders import tender_kind, tender_kinds

# Countries that use the paper size "us-letter". All others use A4.
NORTH_AMERICAN_PAPER = frozenset({"US", "CA", "MX", "CL", "CO", "PH"})


class Formatter:
    """Formats amounts, days and addresses in the shop's language."""

    def __init__(self, settings: Settings, currency: str) -> None:
        self.settings = settings
        self.locale = settings.locale.replace("-", "_")
        self.currency = Currency.of(currency)

    def money(self, amount: int) -> str:
        return self.currency.format(amount, self.locale)

    def less(self, amount: int) -> str:
        return f"−{self.money(amount)}"

    def day(self, moment: datetime) -> str:
        local = moment.astimezone(ZoneInfo(self.settings.time_zone))
        return format_day(local, self.settings.locale)

    def country(self, code: str | None) -> str:
        names = Locale.parse(self.locale).territories
        return str(names.get(code or "", code or ""))

    def place(self, address: dict[str, Any], postal_code: str) -> list[str]:
        """An address without its country, as lines. `postal_code` is the key of the postal code."""
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


def _seller(content: dict[str, Any], formatter: Formatter) -> dict[str, Any]:
    seller = content["seller"]
    address = seller["address"] or {}
    place = formatter.place(address, "postal_code") if address else []
    country = formatter.country(address.get("country")) if address else ""
    block = [seller["name"], *place, country]
    if seller["tax_number"]:
        block.append(f"Tax no. {seller['tax_number']}")
    foot = [seller["name"], ", ".join(place), seller["email"], seller["phone"]]
    return {
        "name": seller["name"],
        "block": [part for part in block if part],
        "lines": [part for part in foot if part],
    }


def _party(address: dict[str, Any], formatter: Formatter) -> list[str]:
    """A name and address, as lines."""
    name = f"{address['first_name']} {address['last_name']}".strip()
    place = formatter.place(address, "postal_code")
    parts = [address.get("company"), name, *place, formatter.country(address["country"])]
    return [part for part in parts if part]


def _buyer(document: StoredDocument, formatter: Formatter) -> list[str]:
    billed = document.billing_address or document.address
    if billed is None:
        return [f"{document.first_name} {document.last_name}".strip()]
    tax_id = billed.get("tax_id")
    return [*_party(billed, formatter), *([f"Tax no. {tax_id}"] if tax_id else [])]


def _recipient(document: StoredDocument, formatter: Formatter) -> list[str]:
    """The delivery address if it differs from the billing address, else nothing."""
    if document.billing_address is None or document.address is None:
        return []
    delivered, billed = (
        _party({**address, "company": None}, formatter)
        for address in (document.address, document.billing_address)
    )
    return [] if delivered == billed else _party(document.address, formatter)


def _sums(content: dict[str, Any], formatter: Formatter) -> list[list[str]]:
    sums = [["Subtotal", formatter.money(content["subtotal"])]]
    if content["discount"]:
        sums.append([content["discount"]["name"], formatter.less(content["discount"]["amount"])])
    if content["delivery"]:
        sums.append([content["delivery"]["name"], formatter.money(content["delivery"]["amount"])])
    # Documents of earlier releases lack the gift wrap.
    wrap = content.get("gift_wrap")
    if wrap:
        sums.append([wrap["name"], formatter.money(wrap["amount"])])
    adjustment = content.get("adjustment")
    if adjustment:
        amount = adjustment["amount"]
        text = formatter.money(amount) if amount >= 0 else formatter.less(-amount)
        sums.append([adjustment["name"], text])
    sums += [
        [f"{tax['name']} ({tax['rate']} %)", formatter.money(tax["amount"])]
        for tax in content["taxes"]
        if not tax["included"]
    ]
    return sums


def _tenders(content: dict[str, Any], payment_method: str) -> list[dict[str, Any]]:
    """The tenders of an invoice."""
    if "tenders" in content:
        tenders: list[dict[str, Any]] = content["tenders"]
        return tenders
    # Invoices of earlier releases only have the wallet's part.
    rest = next(
        kind.name for kind in reversed(tender_kinds()) if payment_method in kind.payment_methods
    )
    parts = [("wallet", content["wallet"]), (rest, content["total"] - content["wallet"])]
    return [{"kind": kind, "amount": amount} for kind, amount in parts if amount]


def _after(document: StoredDocument, formatter: Formatter) -> list[list[str]]:
    """The rows below the total: included taxes, and how the document is paid."""
    content = document.content
    after = [
        [f"Includes {tax['name']} ({tax['rate']} %)", formatter.money(tax["amount"])]
        for tax in content["taxes"]
        if tax["included"]
    ]
    if document.kind == "invoice":
        after += [
            [tender_kind(one["kind"]).label, formatter.money(one["amount"])]
            for one in _tenders(content, document.payment_method)
        ]
    return after


# Article 226(11a) of directive 2006/112/EC requires "Reverse charge"; these are its wordings.
REVERSE_CHARGE = {
    "bg": "обратно начисляване",
    "cs": "daň odvede zákazník",
    "da": "omvendt betalingspligt",
    "de": "Steuerschuldnerschaft des Leistungsempfängers",
    "el": "Αντίστροφη επιβάρυνση",
    "es": "inversión del sujeto pasivo",
    "et": "pöördmaksustamine",
    "fi": "käännetty verovelvollisuus",
    "fr": "Autoliquidation",
    "hr": "prijenos porezne obveze",
    "hu": "fordított adózás",
    "it": "inversione contabile",
    "lt": "Atvirkštinis apmokestinimas",
    "lv": "nodokļa apgrieztā maksāšana",
    "nl": "Btw verlegd",
    "pl": "odwrotne obciążenie",
    "pt": "Autoliquidação",
    "ro": "taxare inversă",
    "sk": "prenesenie daňovej povinnosti",
    "sl": "obrnjena davčna obveznost",
    "sv": "omvänd betalningsskyldighet",
}


def _remark(content: dict[str, Any], settings: Settings) -> str:
    """What the document is about, and the note that the law requires for reverse charge."""
    parts = [f"{content['about']}."] if content["about"] else []
    if any(tax.get("reverse_charge") for tax in content["taxes"]):
        wording = REVERSE_CHARGE.get(settings.locale.partition("-")[0])
        parts.append("Reverse charge" + (f" ({wording})." if wording else "."))
    return " ".join(parts)


def page_of(document: StoredDocument, settings: Settings) -> JsonObject:
    """The data of a document's page, as JSON for `templates/document.typ`."""
    content = document.content
    formatter = Formatter(settings, content["currency"])
    facts = [["Date", formatter.day(document.issued_at)], ["Order", document.order_public_id]]
    facts.append(["Ordered", formatter.day(document.placed_at)])
    if document.kind == "credit_note" and document.invoice_numbers:
        numbers = [number_text("invoice", number) for number in document.invoice_numbers]
        facts.append(["For invoice", ", ".join(numbers)])
    return {
        "paper": "us-letter" if settings.country in NORTH_AMERICAN_PAPER else "a4",
        "language": settings.locale.partition("-")[0],
        "colour": content["seller"]["colour"],
        "title": TITLE[document.kind],
        "number": number_text(document.kind, document.number),
        "seller": _seller(content, formatter),
        "buyer": _buyer(document, formatter),
        "recipient": _recipient(document, formatter),
        "facts": facts,
        "lines": [
            {
                "title": line["title"],
                "note": " · ".join(part for part in (*line["options"], line["sku"]) if part),
                "quantity": line["quantity"],
                "price": formatter.money(line["price"]),
                "amount": formatter.money(line["amount"]),
            }
            for line in content["lines"]
        ],
        "sums": _sums(content, formatter),
        "total": [
            "Total" if document.kind == "invoice" else "Credited",
            formatter.money(content["total"]),
        ],
        "after": _after(document, formatter),
        "remark": _remark(content, settings),
    }
