"""What happens in each case."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from stallage.payment_rehearsals.operations.play import Play


async def _paid(play: Play) -> None:
    await play.pay()


async def _declined(play: Play) -> None:
    await play.place()
    await play.provider.decline(await play.session())
    await play.deliver(await play.event("declined"))


async def _no_return(play: Play) -> None:
    await play.place()
    await play.provider.pay(await play.session())
    await play.poll()


async def _before_return(play: Play) -> None:
    await play.pay()
    await play.poll()


async def _double(play: Play) -> None:
    await play.place()
    await play.provider.pay(await play.session())
    event = await play.event("paid")
    # The provider repeats an event with the same id, and may report one payment with two events.
    await play.deliver(event, event, await play.event("paid"))


async def _out_of_order(play: Play) -> None:
    await play.place()
    declined = await play.event("declined")
    await play.provider.pay(await play.session())
    await play.deliver(await play.event("paid"), declined)


async def _late(play: Play) -> None:
    await play.place(seconds_to_pay=0)
    await play.work()
    await play.provider.pay(await play.session())
    await play.deliver(await play.event("paid"))


async def _other_amount(play: Play) -> None:
    await play.place()
    amount = (await play.evidence()).attempt.amount
    await play.deliver(await play.event("paid", more=-amount // 2))


async def _refund(play: Play) -> None:
    await play.pay()
    await play.cancel()


async def _refund_late(play: Play) -> None:
    await play.pay()
    play.provider.is_down = True
    await play.cancel()
    play.provider.is_down = False
    await play.send_refunds()


async def _refund_refused(play: Play) -> None:
    await play.pay()
    amount = (await play.evidence()).attempt.amount
    await play.provider.refund_elsewhere(await play.session(), amount)
    await play.cancel()


async def _refund_fails_later(play: Play) -> None:
    await play.pay()
    await play.cancel()
    key = (await play.evidence()).refunds[-1].public_id
    await play.deliver(await play.event("refund_failed", refund=key))


async def _dispute_opened(play: Play) -> None:
    await play.pay()
    event = await play.event("dispute_opened")
    await play.deliver(event, event)


async def _dispute_lost(play: Play) -> None:
    await play.pay()
    opened, lost = await play.event("dispute_opened"), await play.event("dispute_lost")
    await play.deliver(opened, lost, lost, opened)


async def _dispute_won(play: Play) -> None:
    await play.pay()
    opened, won = await play.event("dispute_opened"), await play.event("dispute_won")
    await play.deliver(won, opened)


SCRIPTS: Mapping[str, Callable[[Play], Awaitable[None]]] = {
    "paid": _paid,
    "declined": _declined,
    "no_return": _no_return,
    "before_return": _before_return,
    "double": _double,
    "out_of_order": _out_of_order,
    "late": _late,
    "other_amount": _other_amount,
    "refund": _refund,
    "refund_late": _refund_late,
    "refund_refused": _refund_refused,
    "refund_fails_later": _refund_fails_later,
    "dispute_opened": _dispute_opened,
    "dispute_lost": _dispute_lost,
    "dispute_won": _dispute_won,
}
"""By the key of the case."""
