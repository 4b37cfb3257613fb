"""What shoppers are told of their returns and withdrawals; the page is that of the order's letters."""

from __future__ import annotations

from stallage.core.dates import format_datetime
from stallage.core.db import Record
from stallage.core.money import Currency
from stallage.core.runtime import Runtime
from stallage.orders.emails import Letter
from stallage.orders.rules import OrderStatus

S = OrderStatus

BY_STATUS: dict[OrderStatus, tuple[str, str, str]] = {
    S.RETURN_REQUESTED: (
        "return_requested",
        "We have your return request",
        "We look at it and write to you soon. Please keep the things until then.",
    ),
    S.RETURN_APPROVED: (
        "return_approved",
        "You can send it back",
        "Please pack the things well and put your order's number in the parcel.",
    ),
    S.PICKED_UP: (
        "return_picked_up",
        "Your return is on its way to us",
        "The carrier has it. We write again when it is here.",
    ),
    S.BACK_AT_COMPANY: (
        "return_received",
        "Your return has arrived",
        "We have it here, look at it and see to the rest.",
    ),
    S.RETURN_COMPLETED: (
        "return_completed",
        "Your return is complete",
        "Thank you for sending it back. Everything is settled.",
    ),
    S.RETURN_REFUSED: (
        "return_refused",
        "We cannot take your return",
        "We are sorry. If you see it otherwise, please write to us.",
    ),
    S.RETURN_WITHDRAWN: (
        "return_withdrawn",
        "You keep your things",
        "You have taken your return back. Nothing needs to be sent, and nothing changes.",
    ),
}

OUTCOMES = {
    "cancelled": "Nothing will be sent. What you paid goes back to where it came from.",
    "return": "Please send the things back within 14 days. When they are here, what you paid for"
    " them goes back to where it came from.",
    "on_delivery": "Your order is under way already. When it has arrived, please send it back within"
    " 14 days; what you paid then goes back to where it came from.",
}


WAITS = (
    " Your money waits for you in the shop's wallet: sign in with this address, by a code"
    " that we send to it, and it is yours."
)


def _things(row: Record) -> str:
    return ", ".join(f"{line['quantity']} × {line['title']}" for line in row["lines"])


def return_email(runtime: Runtime, row: Record, status: OrderStatus, send_to: str) -> Letter | None:
    """What a step of a return is told like; None for a step of which nobody wants to hear."""
    told = BY_STATUS.get(status)
    if told is None:
        return None
    kind, title, lead = told
    currency = Currency.of(row["currency"])
    facts = [("Return", row["public_id"]), ("Things", _things(row))]
    if status is S.RETURN_APPROVED and send_to:
        facts.append(("Send to", send_to))
    if status is S.RETURN_REFUSED and row["answer"]:
        facts.append(("Why", row["answer"]))
    if status is S.RETURN_COMPLETED and row["to_source"] is not None:
        facts.append(("Refund", currency.format(row["amount"], runtime.settings.locale)))
    if status is S.RETURN_COMPLETED and row["exchange_public_id"]:
        facts.append(("New order", row["exchange_public_id"]))
    if row["to_wallet"] and row["credited_at"] is None:
        lead += WAITS
    return Letter(
        kind,
        title,
        lead,
        facts=tuple(facts),
        with_lines=False,
        data={"returnId": row["public_id"]},
    )


def exchange_refund_email(runtime: Runtime, row: Record) -> Letter:
    """What a shopper is told when what was to be sent in exchange was cancelled."""
    text, locale = Currency.of(row["currency"]).format, runtime.settings.locale
    lead = "The items that we were to send you in exchange were cancelled, so your money goes back."
    facts = [("Return", row["public_id"]), ("Things", _things(row))]
    if row["to_source"]:
        facts.append(("To where you paid from", text(row["to_source"], locale)))
    if row["to_wallet"]:
        facts.append(("To your wallet", text(row["to_wallet"], locale)))
    if row["to_wallet"] and row["credited_at"] is None:
        lead += WAITS
    return Letter(
        "exchange_cancelled",
        "Your exchange is cancelled",
        lead,
        facts=tuple(facts),
        with_lines=False,
        data={"returnId": row["public_id"]},
    )


def withdrawal_email(runtime: Runtime, row: Record, things: str) -> Letter:
    """The acknowledgement that the law asks for: what was stated, by whom, and when it came in."""
    settings = runtime.settings
    moment = format_datetime(row["received_at"], settings.locale, settings.time_zone)
    statement = f"I withdraw from the contract for order {row['order_public_id']}"
    return Letter(
        "withdrawal_received",
        "We have received your withdrawal",
        OUTCOMES[row["outcome"]],
        facts=(
            ("Statement", f"{statement}: {things}." if things else f"{statement}, all of it."),
            # Nothing that was typed goes to a contact that nobody has proven.
            *([("By", row["name"] or "")] if row["contact_proven"] else []),
            ("Received", moment),
        ),
        with_lines=False,
        data={"withdrawal": str(row["id"])},
    )
