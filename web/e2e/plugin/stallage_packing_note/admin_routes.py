"""The operators' API of packing notes."""

from __future__ import annotations

from fastapi import Request

from stallage.core.envelope import Answer, answer
from stallage.core.runtime import runtime_of
from stallage.operators.dependencies import AdminRouter
from stallage_packing_note.schemas import PackingNote
from stallage_packing_note.settings import Settings

router = AdminRouter(tag="packing_note")


@router.get("/packing-note", permission="orders.fulfil", response_model=Answer[PackingNote])
async def get_packing_note(request: Request) -> Answer[PackingNote]:
    """Return the note."""
    settings = runtime_of(request).settings_of(Settings)
    return answer(PackingNote(text=settings.text, copies=settings.copies, paper=settings.paper))
