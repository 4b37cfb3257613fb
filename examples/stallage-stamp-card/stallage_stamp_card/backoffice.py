"""The screen of stamp cards in the back office."""

from __future__ import annotations

from stallage.plugins.screens import Screen

SCREENS = (
    Screen(
        id="stamp_card.cards",
        title="Stamp cards",
        path="/stamp-card",
        icon="star",
        permission="customers.read",
        module="/api/stamp-card/screen.js",
    ),
)
