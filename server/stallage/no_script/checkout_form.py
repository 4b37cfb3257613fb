"""The fields of the checkout form, and the bodies of the API that they become."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from stallage.cart.rules.cookie_text import Units, format_units, parse_units, sku_ids_of
from stallage.checkout.queries.shoppers import guest_shopper
from stallage.checkout.schemas import Contact
from stallage.core.errors import InvalidFields
from stallage.core.json_types import JsonObject
from stallage.core.money import MAX_AMOUNT
from stallage.core.validation import message
from stallage.customers.schemas import AddressInput
from stallage.no_script.forms import Form, whole_number
from stallage.settings import Settings

ADDRESS = (
    "firstName",
    "lastName",
    "line1",
    "line2",
    "city",
    "state",
    "postalCode",
    "country",
    "company",
)
VISIBLE = (*ADDRESS, "email", "phone", "shippingMethod", "promoCode", "deliveryNote")
"""Fields that are shown again as they were typed."""
_KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")
PLACE = ("city", "state", "postalCode", "country")
"""Fields of the address that prices depend on."""


@dataclass(frozen=True, slots=True)
class CheckoutForm:
    """A checkout form as it was sent."""

    texts: Form
    units: dict[int, int]
    """The lines that were shown, which may be others than those in the cookie by now."""
    key: str
    """Idempotency key: the same for every time that this form is sent."""
    total: int
    """The total that was shown; -1 if none was."""
    gifts: list[int]
    """SKU ids of the gifts that were shown."""
    proof: str
    code: str
    ticket: str = ""
    """Of the line in which the order has waited."""

    @property
    def contact(self) -> JsonObject:
        """The contact that a code is sent to: the email address, else the phone number."""
        email = self.texts.get("email")
        return {"email": email} if email else {"phone": self.texts.get("phone") or None}

    @property
    def contact_text(self) -> str:
        """The same as the visitor typed it."""
        return self.texts.get("email") or self.texts.get("phone") or ""


def format_checkout(form: CheckoutForm, proof: str) -> Form:
    """Return the texts that `parse_checkout` reads a form from, without its code."""
    return {
        **form.texts,
        "items": format_units(form.units),
        "key": form.key,
        "total": str(form.total),
        "gifts": "_".join(str(gift) for gift in form.gifts),
        "proof": proof,
    }


def new_key() -> str:
    """Return an idempotency key for a form that is shown for the first time."""
    return secrets.token_urlsafe(18)


def parse_checkout(texts: Form) -> CheckoutForm:
    """Read a checkout form. What is missing or changed by hand counts as empty."""
    total = whole_number(texts.get("total", ""), least=0, most=MAX_AMOUNT)
    key = texts.get("key", "")
    numbers = (
        whole_number(part, least=1, most=2**53 - 1) for part in texts.get("gifts", "").split("_")
    )
    return CheckoutForm(
        texts={name: texts.get(name, "") for name in VISIBLE},
        units=parse_units(texts.get("items", "")),
        key=key if _KEY.fullmatch(key) else new_key(),
        total=-1 if total is None else total,
        gifts=[number for number in numbers if number is not None][:100],
        proof=texts.get("proof", "")[:200],
        code=texts.get("code", ""),
    )


def quote_body(units: Units, texts: Form) -> JsonObject:
    """Return the body of a quote, with the address as far as it is filled in."""
    place = {name: texts[name] for name in PLACE if texts.get(name)}
    chosen = {name: texts[name] for name in ("shippingMethod", "promoCode") if texts.get(name)}
    return {"skuIds": sku_ids_of(units), "address": place, **chosen}


def order_body(form: CheckoutForm, proof: str) -> JsonObject:
    """Return the body of an order that is paid on delivery."""
    texts = form.texts
    address = {name: texts[name] or None for name in ADDRESS}
    optional = {name: texts[name] for name in ("shippingMethod", "deliveryNote") if texts[name]}
    return {
        "skuIds": sku_ids_of(form.units),
        "contact": {
            "email": texts["email"] or None,
            "phone": texts["phone"] or None,
            "firstName": texts["firstName"] or None,
            "lastName": texts["lastName"] or None,
        },
        # Empty required fields get the message that they are blank.
        "address": {
            **address,
            **{name: texts[name] for name in ("firstName", "lastName", "line1", "country")},
            "phone": texts["phone"] or None,
        },
        **optional,
        **({"promoCode": texts["promoCode"]} if texts["promoCode"] else {}),
        "paymentMethod": "cod",
        "expectedTotal": form.total,
        "expectedGifts": form.gifts,
        **({"contactProof": proof} if proof else {}),
    }


def more_problems(form: CheckoutForm, settings: Settings) -> dict[str, str]:
    """Return the problems that the API reports only when no required field is blank, by its names."""
    texts = form.texts
    contact = Contact.model_construct(
        email=texts["email"] or None, phone=texts["phone"] or None, first_name=None, last_name=None
    )
    address = AddressInput.model_construct(
        name=None,
        first_name=texts["firstName"],
        last_name=texts["lastName"],
        line1=texts["line1"],
        line2=texts["line2"] or None,
        city=texts["city"] or None,
        state=texts["state"] or None,
        postal_code=texts["postalCode"] or None,
        country=texts["country"],
        phone=texts["phone"] or None,
        company=texts["company"] or None,
        tax_id=None,
    )
    found: dict[str, str] = {}
    if not texts["phone"]:
        # Cash on delivery always needs one.
        found["contact.phone"] = message("required", "phoneNumber")
    try:
        guest_shopper(contact, address, settings)
    except InvalidFields as error:
        found |= {name: messages[0] for name, messages in error.fields.items()}
    return found


def own_names(fields: Mapping[str, str]) -> dict[str, str]:
    """Return messages by the names of the form's fields instead of the API's."""
    return {name.rpartition(".")[2]: text for name, text in reversed(list(fields.items()))}


@dataclass(frozen=True, slots=True)
class CheckoutView:
    """What the checkout page says besides the form's texts."""

    status: int = 200
    message: str = ""
    problems: dict[str, str] = field(default_factory=dict)
    """By the names of the form's fields."""
    asks_code: bool = False
    proof: str = ""
    retry_after: str = ""


def form_data(form: CheckoutForm, view: CheckoutView, quote: JsonObject | None) -> JsonObject:
    """Return the data of the page in the format of `web/src/server/noScript/content.ts`."""
    return {
        "values": form.texts,
        "items": format_units(form.units),
        "skuIds": sku_ids_of(form.units),
        "key": form.key,
        "proof": view.proof,
        "codeSentTo": form.contact_text if view.asks_code else None,
        "message": view.message,
        "problems": view.problems,
        "quote": quote,
    }
