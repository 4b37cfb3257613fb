"""Parse which values of a facet a request is for."""

from __future__ import annotations

import re
from collections.abc import Mapping

from stallage.core.errors import InvalidFields
from stallage.core.validation import message

FACET_PATTERN = r"^(category|brand|attr\.[^\x00-\x1f]{1,80})$"
"""Facets whose values can be searched."""
MAX_TEXT = 100
"""Characters of the text that labels of values contain."""

_FACET = re.compile(FACET_PATTERN)


def read_facet(parameters: Mapping[str, str]) -> tuple[str, str]:
    """Return the facet's parameter and the text. Raises InvalidFields."""
    facet, text = parameters.get("facet", ""), parameters.get("text", "")
    if not _FACET.fullmatch(facet):
        raise InvalidFields(fields={"facet": [message("invalid", "facet")]})
    if len(text) > MAX_TEXT:
        raise InvalidFields(fields={"text": [message("maxLength", "text", max=MAX_TEXT)]})
    return facet, text
