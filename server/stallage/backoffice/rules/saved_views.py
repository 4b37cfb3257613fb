"""Limits of saved views."""

from __future__ import annotations

import re

SECTION = re.compile(r"^[a-z][a-z_-]{0,39}$")
MAX_OWN = 50
"""Views that an operator can save of one list."""
MAX_PARAMS = 40
MAX_COLUMNS = 40
