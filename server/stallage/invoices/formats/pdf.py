"""Renders documents as PDF/A-2a and PDF/UA-1, for archiving and for screen readers."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from stallage.core.typesetting import typeset

TEMPLATE = Path(__file__).parents[1] / "templates" / "document.typ"


async def render_pdf(page: dict[str, Any], issued_at: datetime) -> bytes:
    """Render a document's page as PDF. The same page gives the same bytes."""
    return await typeset(TEMPLATE, page, issued_at, archivable=True)
