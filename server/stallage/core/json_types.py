"""Types of JSON values."""

from __future__ import annotations

from typing import Any, TypeAlias

JsonObject: TypeAlias = dict[str, Any]
"""A JSON object that is stored or sent without being read. What is read has a type of its own."""
