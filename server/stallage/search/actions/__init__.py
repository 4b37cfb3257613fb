"""Actions that write suggestions, sums of searches, and synonyms."""

from stallage.search.actions.counts import (
    count_empty_lists,
    count_failed_searches,
    count_found_searches,
    count_opened_searches,
    delete_empty_lists,
    delete_failed_searches,
    delete_found_searches,
)
from stallage.search.actions.words import (
    rebuild_due,
    rebuild_lexicon,
    rebuild_lexicon_if_due,
    renew_searched_queries,
)

__all__ = [
    "count_empty_lists",
    "count_failed_searches",
    "count_found_searches",
    "count_opened_searches",
    "delete_empty_lists",
    "delete_failed_searches",
    "delete_found_searches",
    "rebuild_due",
    "rebuild_lexicon",
    "rebuild_lexicon_if_due",
    "renew_searched_queries",
]
