"""Switch the starter set of synonyms, or a group of it, off and on."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.search.formats import starter_synonyms
from stallage.search.rules import WHOLE_SET
from stallage.search.schemas.starter_synonyms import StarterSwitch

SET = "Starter set"

SWITCH_OFF = """
    INSERT INTO starter_synonyms_off (phrase) VALUES ($1) ON CONFLICT DO NOTHING RETURNING phrase
"""
SWITCH_ON = "DELETE FROM starter_synonyms_off WHERE phrase = $1 RETURNING phrase"


async def switch_starter_synonyms(
    connection: Connection, switch: StarterSwitch, language: str
) -> None:
    """Switch the set or a group of it. Raises NotFound if the language has no such group."""
    groups = {one.phrase for one in starter_synonyms(language)}
    if switch.phrase is not None and switch.phrase not in groups:
        raise NotFound
    statement = SWITCH_ON if switch.is_on else SWITCH_OFF
    name = WHOLE_SET if switch.phrase is None else switch.phrase
    if await connection.fetchval(statement, name) is not None:
        event = "starter_synonyms.switched_on" if switch.is_on else "starter_synonyms.switched_off"
        await record(connection, event, Subject("starter_synonyms", name, name or SET))
