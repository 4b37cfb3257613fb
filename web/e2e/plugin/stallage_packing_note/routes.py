"""Serves the script of the screen."""

from __future__ import annotations

from importlib.resources import files

from fastapi import APIRouter
from fastapi.responses import Response

router = APIRouter(tags=["packing_note"])

SCREEN = files("stallage_packing_note").joinpath("screen.js").read_bytes()


@router.get("/api/packing-note/screen.js", include_in_schema=False)
async def get_screen() -> Response:
    """Return the script of the back office screen."""
    return Response(SCREEN, media_type="text/javascript", headers={"Cache-Control": "no-cache"})
