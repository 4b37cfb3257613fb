"""API schemas of packing notes."""

from __future__ import annotations

from stallage.core.schemas import Output


class PackingNote(Output):
    """The note as it is printed."""

    text: str
    copies: int
    paper: str
