"""API schemas of lines."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.schemas import Input, Line, Output

LineStatus = Literal["waiting", "turn", "sold_out", "ended"]


class LineTicketInput(Input):
    """A ticket to look up or to give back."""

    ticket: Annotated[Line, Field(min_length=1, max_length=200)]


class LinePlace(Output):
    """A place in a line."""

    ticket: str = Field(description="Send it as `Line-Ticket` with the order.")
    state: LineStatus = Field(
        description="`turn`: send the order now. `sold_out`: waiting is of no use. `ended`: the ticket is"
        " no longer valid; another order gets a new one."
    )
    ahead: int = Field(description="Shoppers whose turn comes earlier.")
    seconds: int = Field(description="Until the turn, by the rate at which the line moves.")
    poll_seconds: int = Field(description="When to look again.")
