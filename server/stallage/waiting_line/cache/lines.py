"""The lines that are open, as this process last read them, and its orders' way through them."""

from __future__ import annotations

import asyncio
import math
import secrets
import time
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import structlog

from stallage.cart.errors import OutOfStock
from stallage.core.db import DATABASE_AWAY, Database
from stallage.core.errors import ApiError
from stallage.core.runtime import Runtime
from stallage.waiting_line.actions import advance, claim, close_idle, release
from stallage.waiting_line.cache.joining import Joining
from stallage.waiting_line.errors import InLine
from stallage.waiting_line.queries import open_lines
from stallage.waiting_line.rules.pace import FIRST_RATE, TICK_SECONDS, Pace
from stallage.waiting_line.rules.states import (
    GENERAL,
    LONG_WAIT_SECONDS,
    SOONEST_POLL,
    LineState,
    line_to_open,
    poll_seconds,
    seconds_to_order,
)
from stallage.waiting_line.rules.tickets import Ticket, write_ticket
from stallage.waiting_line.schemas import LinePlace, LineStatus

log = structlog.get_logger(__name__)

READ_SECONDS = 1.0
"""How old the lines are at most while the database can be read."""
FRESH_SECONDS = 0.2
CLOSE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Arrival:
    """An order that wants to be placed."""

    sku_ids: Collection[int]
    owners: Sequence[str]
    """Keyed hashes of the shopper, by the current secret and by earlier ones."""
    ticket: Ticket | None
    order_key: str
    """A hash of the idempotency key; random without one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An order that may go into the queue of the process, or has to join a line first."""

    kinds: Collection[int]
    number: int = 0
    """Its place among the orders that wait in the process."""
    ticket: Ticket | None = None
    """The ticket whose turn it is."""
    joins: int | None = None
    """The line that it has to join."""


class WaitingLines:
    """The lines of the whole shop, read every second while this process runs."""

    def __init__(self, runtime: Runtime) -> None:
        self._database: Database = runtime.database
        self._secret = runtime.secret
        self._queue = runtime.database.fair_queue
        self._states: dict[int, LineState] = {}
        self._read_at = float("-inf")
        self._reading: asyncio.Task[None] | None = None
        self._joining = Joining(runtime.database)
        self._paces: dict[int, Pace] = {}
        self._ticked_at = self._closed_at = time.monotonic()

    @property
    def are_open(self) -> bool:
        """Whether there is any line. Without one, orders need nothing from here."""
        return bool(self._states)

    def are_unneeded(self, sku_ids: Collection[int]) -> bool:
        """Whether there is no line, and orders of these SKUs wait in the process for a short time only."""
        return not self._states and self._queue.expected_seconds(sku_ids) <= LONG_WAIT_SECONDS

    def state_of(self, line: int) -> LineState | None:
        """Return a line; None if it is not open."""
        return self._states.get(line)

    async def read(self) -> None:
        """Read the lines now. Those who want it at the same time share one statement."""
        if self._reading is None:
            self._reading = asyncio.create_task(self._read())
        await asyncio.shield(self._reading)

    async def _read(self) -> None:
        try:
            async with self._database.reading() as connection:
                self._states = await open_lines(connection)
            self._read_at = time.monotonic()
            self._paces = {line: self._paces.get(line) or self._new_pace() for line in self._states}
        finally:
            self._reading = None

    def _new_pace(self) -> Pace:
        # Nobody may come to a process that is not busy.
        return Pace(FIRST_RATE if self._queue.is_busy else 1.0)

    def place(self, ticket: Ticket) -> LinePlace:
        """Return where a ticket is, as far as this process knows: at most a second late."""
        state = self._states.get(ticket.line)
        if state is None:
            # The line has ended: nobody has to wait any more.
            return self._at(ticket, "turn", 0, 0)
        if (ticket.epoch, ticket.number) > (state.epoch, state.issued):
            # Another process has opened the line, or given the number, since this one read it.
            return self._waiting(ticket, state)
        if state.epoch != ticket.epoch or ticket.number <= state.lapsed:
            return self._at(ticket, "ended", 0, 0)
        if ticket.number in state.left:
            return self._at(ticket, "ended", 0, 0)
        if state.is_sold_out:
            return self._at(ticket, "sold_out", 0, 0)
        if ticket.number <= state.admitted:
            return self._at(ticket, "turn", 0, 0)
        return self._waiting(ticket, state)

    def _waiting(self, ticket: Ticket, state: LineState) -> LinePlace:
        ahead = state.ahead(ticket.number)
        return self._at(ticket, "waiting", ahead, math.ceil(self._seconds(state, ahead)))

    def _seconds(self, state: LineState, ahead: int) -> float:
        # The line may have been closed since `state` was read.
        pace = self._paces.get(state.line) or self._new_pace()
        return seconds_to_order(ahead, pace, self._queue.expected_seconds((state.line,)))

    def _at(self, ticket: Ticket, status: LineStatus, ahead: int, seconds: int) -> LinePlace:
        return LinePlace.model_construct(
            ticket=write_ticket(self._secret, ticket),
            state=status,
            ahead=ahead,
            seconds=seconds,
            poll_seconds=poll_seconds(seconds),
        )

    def _lines_of(self, sku_ids: Collection[int]) -> dict[int, LineState]:
        """Return the open lines that an order belongs to."""
        own = {sku: self._states[sku] for sku in sku_ids if sku in self._states}
        if len(own) < max(1, len(sku_ids)) and GENERAL in self._states:
            own[GENERAL] = self._states[GENERAL]
        return own

    async def find_entry(self, arrival: Arrival) -> Entry:
        """Return how an order goes on.

        Raises InLine if its ticket has to wait, OutOfStock if waiting is of no use.
        """
        lines = self._lines_of(arrival.sku_ids)
        ticket = arrival.ticket
        if ticket is not None and self._is_valid(ticket, arrival, lines):
            if not _has_turn(ticket, lines) and time.monotonic() - self._read_at > FRESH_SECONDS:
                # Another process may have given the turn since.
                await self.read()
                lines = self._lines_of(arrival.sku_ids)
            if self._is_valid(ticket, arrival, lines):
                if not _has_turn(ticket, lines):
                    if lines[ticket.line].is_sold_out:
                        raise OutOfStock
                    raise _in_line(self._not_yet(ticket))
                async with self._database.reading() as connection:
                    is_first_use = await claim(connection, ticket, arrival.order_key)
                if is_first_use:
                    return Entry((ticket.line,), ticket.number, ticket)
        return self._enter_without_ticket(arrival.sku_ids, lines)

    def _is_valid(self, ticket: Ticket, arrival: Arrival, lines: Mapping[int, LineState]) -> bool:
        state = lines.get(ticket.line)
        return (
            state is not None
            and state.epoch == ticket.epoch
            and ticket.number > state.lapsed
            and ticket.owner in arrival.owners
        )

    def _not_yet(self, ticket: Ticket) -> LinePlace:
        place = self.place(ticket)
        if place.state == "turn":
            # Its turn has come in this line, but not yet in that of another product of the order.
            return self._at(ticket, "waiting", 1, SOONEST_POLL)
        return place

    def _enter_without_ticket(
        self, sku_ids: Collection[int], lines: Mapping[int, LineState]
    ) -> Entry:
        if self._queue.is_full and any(line.is_sold_out for line in lines.values()):
            raise OutOfStock
        waiting = [line for line in lines.values() if line.waiting and not line.is_sold_out]
        if waiting:
            longest = max(waiting, key=lambda one: self._seconds(one, one.waiting))
            return Entry(sku_ids, joins=longest.line)
        if self._queue.expected_seconds(sku_ids) <= LONG_WAIT_SECONDS:
            # Behind those whose turn has come and who are on their way.
            return Entry(sku_ids, max((line.issued for line in lines.values()), default=0))
        kind = self._queue.longest_of(sku_ids)
        line = line_to_open(kind, self._queue.waiting_for(kind), self._queue.waiting)
        return Entry(sku_ids, joins=line)

    async def join(self, line: int, arrival: Arrival) -> Entry:
        """Give the shopper a number of a line. Raises InLine, which has the ticket.

        Whoever has a number already gets the same one, and goes on if its turn has come.
        """
        given = await self._joining.number_for(line, arrival.owners[0])
        ticket = Ticket(line, given.epoch, given.number, given.joined_ms, arrival.owners[0])
        state = self._states.get(line)
        if state is None or state.epoch != given.epoch:
            await self.read()
        lines = self._lines_of(arrival.sku_ids)
        if self._is_valid(ticket, arrival, lines) and _has_turn(ticket, lines):
            async with self._database.reading() as connection:
                if await claim(connection, ticket, arrival.order_key):
                    return Entry((line,), ticket.number, ticket)
        raise _in_line(self._not_yet(ticket))

    @asynccontextmanager
    async def turn(self, entry: Entry, order_key: str) -> AsyncIterator[None]:
        """Wait in the process for a slot and hold it. A refused order gives its number's use back."""
        ticket = entry.ticket
        if ticket is not None and (pace := self._paces.get(ticket.line)):
            pace.came += 1
        try:
            async with self._queue.turn(entry.kinds, number=entry.number):
                yield
        except ApiError:
            if ticket is not None:
                async with self._database.reading() as connection:
                    await release(connection, ticket, order_key)
            raise
        finally:
            for kind in entry.kinds:
                if pace := self._paces.get(kind):
                    pace.served += 1

    async def tick(self) -> None:
        """Read the lines if it is time, let the next ones have their turn, and close idle lines."""
        now = time.monotonic()
        elapsed, self._ticked_at = now - self._ticked_at, now
        if self._states or now - self._read_at >= READ_SECONDS:
            await self.read()
        if not self._states:
            return
        async with self._database.reading() as connection:
            for line in self._states.values():
                pace = self._paces.get(line.line)
                if pace is None:
                    # It was closed, and read again, while another line got its turns.
                    continue
                pace.see(line.served)
                turns = pace.turns(line.waiting, self._queue.waiting_for(line.line), elapsed)
                if turns and not line.is_sold_out:
                    pace.give(turns)
                    await advance(connection, line.line, turns)
            if now - self._closed_at > CLOSE_SECONDS:
                self._closed_at = now
                await close_idle(connection)

    async def run(self) -> None:
        """Tick until cancelled."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                await self.tick()
            except (*DATABASE_AWAY, TimeoutError) as error:
                log.warning("waiting_lines_not_read", error=repr(error))

    async def read_or_log(self) -> None:
        """Read the lines if the database can be read."""
        try:
            await self.read()
        except (*DATABASE_AWAY, TimeoutError) as error:
            log.warning("waiting_lines_not_read", error=repr(error))

    async def close(self) -> None:
        """Wait for calls that run."""
        await self._joining.close()


def _has_turn(ticket: Ticket, lines: Mapping[int, LineState]) -> bool:
    """Whether a ticket's turn has come, also in the lines of the other products of its order.

    It passes those if it is older than the tickets that wait there.
    """
    if ticket.number > lines[ticket.line].admitted:
        return False
    return all(
        line.front_joined_ms is None or ticket.joined_ms <= line.front_joined_ms
        for line in lines.values()
        if line.line != ticket.line
    )


def _in_line(place: LinePlace) -> InLine:
    return InLine(
        place.model_dump(mode="json", by_alias=True), retry_after=max(1, place.poll_seconds)
    )


def random_order_key() -> str:
    """Return the key of an order without an idempotency key."""
    return secrets.token_hex(16)


def waiting_lines_of(runtime: Runtime) -> WaitingLines:
    """Return the lines of this process."""
    found: WaitingLines | None = runtime.services.get("waiting_lines")
    if found is None:
        found = runtime.services["waiting_lines"] = WaitingLines(runtime)
    return found
