"""Tables of suggestions, of counted searches, of synonyms and of redirects of searches."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import (
    CheckConstraint,
    Index,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class LexiconEntry(Model):
    """A suggestion shown while a shopper types, derived from the catalogue and from searches."""

    __tablename__ = "lexicon"
    __table_args__ = (
        CheckConstraint("kind IN ('query', 'searched', 'category', 'brand')", name="kind"),
        Index("ix_lexicon_folded_prefix", "folded", postgresql_ops={"folded": "text_pattern_ops"}),
        Index(
            "ix_lexicon_folded_near",
            "folded",
            postgresql_using="gin",
            postgresql_ops={"folded": "gin_trgm_ops"},
        ),
        Index("ix_lexicon_first", "kind", text("left(folded, 1)"), text("weight DESC")),
        Index("ix_lexicon_first_two", "kind", text("left(folded, 2)"), text("weight DESC")),
    )

    kind: Mapped[str] = mapped_column(primary_key=True)
    """`query`: from the catalogue; `searched`: a query of several shoppers; `category`; `brand`."""
    term: Mapped[str] = mapped_column(primary_key=True)
    """The text shown: a word, a phrase or a title."""
    target: Mapped[str] = mapped_column(primary_key=True, server_default="")
    """The slug of the suggested category or brand; empty for a query."""
    folded: Mapped[str]
    """The term in lower case without accents, for lookups."""
    weight: Mapped[int]
    """Number of products that it stands for; of `searched`, ten for each shopper of today."""


class FailedSearch(Model):
    """How often a query found nothing on a day in the shop's time zone."""

    __tablename__ = "failed_searches"
    __table_args__ = (CheckConstraint("times > 0", name="times"),)

    day: Mapped[date] = mapped_column(primary_key=True)
    query: Mapped[str] = mapped_column(primary_key=True)
    """In lower case. Queries that may be personal data are not stored."""
    times: Mapped[int]


class FoundSearch(Model):
    """How many shoppers searched for a query, with results, on a day in the shop's time zone."""

    __tablename__ = "found_searches"
    __table_args__ = (
        CheckConstraint("shoppers > 0", name="shoppers"),
        CheckConstraint("opened >= 0", name="opened"),
    )

    day: Mapped[date] = mapped_column(primary_key=True)
    query: Mapped[str] = mapped_column(primary_key=True)
    """In lower case. Queries that may be personal data are not stored."""
    shoppers: Mapped[int]
    opened: Mapped[int] = mapped_column(server_default=text("0"))
    """How many shoppers opened one of the products."""


class EmptyList(Model):
    """How often filters left nothing of a list on a day in the shop's time zone."""

    __tablename__ = "empty_lists"
    __table_args__ = (CheckConstraint("times > 0", name="times"),)

    day: Mapped[date] = mapped_column(primary_key=True)
    list: Mapped[str] = mapped_column(primary_key=True)
    """The parameter that names the list, such as `category=lamps`; empty for all products."""
    filters: Mapped[str] = mapped_column(primary_key=True)
    """As in a query string, sorted."""
    times: Mapped[int]


class HiddenQuery(Model):
    """A query that operators do not want to be suggested."""

    __tablename__ = "hidden_queries"

    folded: Mapped[str] = mapped_column(primary_key=True)
    """In lower case without accents, as in the lexicon."""
    query: Mapped[str]


class LexiconState(Model):
    """When the suggestions were last rebuilt from the catalogue; one row."""

    __tablename__ = "lexicon_state"
    __table_args__ = (CheckConstraint("id = 1", name="one"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    started_at: Mapped[datetime]
    finished_at: Mapped[datetime]


class Synonym(Model):
    """What a search for a phrase finds too."""

    __tablename__ = "search_synonyms"
    __table_args__ = (
        CheckConstraint("cardinality(alternatives) > 0", name="alternatives"),
        Index("uq_search_synonyms_phrase", text("lower(phrase)"), unique=True),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    phrase: Mapped[str]
    alternatives: Mapped[list[str]] = mapped_column(ARRAY(Text))
    both_ways: Mapped[bool] = mapped_column(server_default=text("true"))
    """Whether the alternatives find the phrase as well."""
    updated_at: Mapped[datetime] = mapped_column(server_default=text("now()"))


class StarterSynonymsOff(Model):
    """Synonyms of the starter set that operators switched off."""

    __tablename__ = "starter_synonyms_off"

    phrase: Mapped[str] = mapped_column(primary_key=True)
    """The phrase that names the group; empty for the whole set."""


class SearchRedirect(Model):
    """A search that leads to a page instead of products."""

    __tablename__ = "search_redirects"
    __table_args__ = (Index("uq_search_redirects_folded", "folded", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    phrase: Mapped[str]
    folded: Mapped[str]
    """The phrase in lower case without accents and punctuation, as searches are compared with it."""
    target: Mapped[str]
    """A path of the shop."""
    updated_at: Mapped[datetime] = mapped_column(server_default=text("now()"))
