"""SQL that a restore runs on operators' tables.

Sessions that have ended since the backup, and links that were used since, must not work again.
"""

from __future__ import annotations

END_SESSIONS = """
DELETE FROM public.operator_sessions;
DELETE FROM public.operator_links;
DELETE FROM public.operator_challenges;
"""
