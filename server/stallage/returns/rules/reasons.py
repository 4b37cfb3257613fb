"""Reasons of returns: those that customers choose, and what their own words count as."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

ReturnReason = Literal[
    "too_small",
    "too_large",
    "not_as_described",
    "defective",
    "damaged",
    "wrong_item",
    "late",
    "unwanted",
    "other",
]
ReasonGroup = ReturnReason | Literal["none"]
"""`none`: neither a reason nor words of their own."""

REASON_TITLES: Mapping[str, str] = {
    "too_small": "Too small",
    "too_large": "Too large",
    "not_as_described": "Not as described",
    "defective": "Defective",
    "damaged": "Arrived damaged",
    "wrong_item": "Wrong item",
    "late": "Arrived too late",
    "unwanted": "No longer wanted",
    "other": "Other",
    "none": "No reason given",
}
"""Of each `ReasonGroup`, in CSV files and emails."""

PHRASES: Mapping[str, ReturnReason] = {
    "too small": "too_small",
    "too tight": "too_small",
    "too large": "too_large",
    "too big": "too_large",
    "too loose": "too_large",
    "not as described": "not_as_described",
    "not as pictured": "not_as_described",
    "defective": "defective",
    "faulty": "defective",
    "does not work": "defective",
    "doesn't work": "defective",
    "damaged": "damaged",
    "arrived damaged": "damaged",
    "arrived broken": "damaged",
    "wrong item": "wrong_item",
    "wrong product": "wrong_item",
    "too late": "late",
    "arrived too late": "late",
    "no longer wanted": "unwanted",
    "no longer needed": "unwanted",
    "not needed": "unwanted",
    "unwanted": "unwanted",
    "changed my mind": "unwanted",
    "i changed my mind": "unwanted",
}
"""Words that say the same as a reason, in lower case, for returns that were requested without one."""
