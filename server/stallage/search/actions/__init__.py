"""Actions that write suggestions, sums of searches without result, and synonyms."""

from stallage.search.actions.words import (
    count_failed_searches,
    delete_failed_searches,
    rebuild_lexicon,
)

__all__ = ["count_failed_searches", "delete_failed_searches", "rebuild_lexicon"]
