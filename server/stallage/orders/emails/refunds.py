"""Emails about refunds."""

from __future__ import annotations

from stallage.orders.emails import EmailContent


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
    return EmailContent(
        "refund",
        "Your refund",
        "Banks may take a few days to show a refund. You can find the credit note with your order."
        if to_source
        else "The credit is in your wallet. You can find the credit note with your order.",
        facts=tuple(facts),
        with_lines=False,
        data={"creditNote": number, "amount": str(amount_minor)},
    )
