"""The screen of packing notes."""

from __future__ import annotations

from stallage.plugins.screens import Screen

SCREENS = (
    Screen(
        id="packing_note.note",
        title="Packing note",
        path="/packing-note",
        icon="box",
        permission="orders.fulfil",
        module="/api/packing-note/screen.js",
    ),
)
