"""Emails about refunds."""

from __future__ import annotations

from dataclasses import replace

from stallage.orders.emails.rendering import EmailContent

REFUND = EmailContent(
    "refund",
    "Your refund",
    "Banks may take a few days to show a refund. You can find the credit note with your order.",
    with_lines=False,
)
WALLET_REFUND = EmailContent(
    "refund",
    "Your refund",
    "The credit is in your wallet. You can find the credit note with your order.",
    with_lines=False,
    name="wallet_refund",
)
AUTOMATIC_REFUND = EmailContent(
    "refund",
    "Your refund",
    "We have sent it to your original payment method, where banks may take a few days to show it, or"
    " to your wallet. You can find the credit note with your order.",
    with_lines=False,
    name="automatic_refund",
)


def refund_email(
    *, amount: str, amount_minor: int, number: str, to_source: str, to_wallet: str, note: str
) -> EmailContent:
    """The email about a refund that an operator paid. Amounts are formatted; empty if there is none.

    `number` is that of the credit note.
    """
    facts = [("Amount", amount)]
    if to_source and to_wallet:
        facts += [("To your original payment", to_source), ("To your wallet", to_wallet)]
    elif to_wallet:
        facts.append(("Goes to", "Your wallet"))
    else:
        facts.append(("Goes to", "Your original payment method"))
    facts.append(("Credit note", number))
    if note:
        facts.append(("Message from us", note))
    return replace(
        REFUND if to_source else WALLET_REFUND,
        facts=tuple(facts),
        data={"creditNote": number, "amount": str(amount_minor)},
    )
