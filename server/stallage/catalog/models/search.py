"""Tables that are built from the catalogue for search and suggestions."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    CheckConstraint,
    Index,
    Integer,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model

Picture = dict[str, Any]


class LexiconEntry(Model):
    """Something to suggest while a shopper types. Rebuilt from the catalogue, never edited."""

    __tablename__ = "lexicon"
    __table_args__ = (
        CheckConstraint("kind IN ('query', 'category')", name="kind"),
        Index("ix_lexicon_folded_prefix", "folded", postgresql_ops={"folded": "text_pattern_ops"}),
        Index(
            "ix_lexicon_folded_near",
            "folded",
            postgresql_using="gin",
            postgresql_ops={"folded": "gin_trgm_ops"},
        ),
    )

    kind: Mapped[str] = mapped_column(primary_key=True)
    term: Mapped[str] = mapped_column(primary_key=True)
    """As shown: a word, a phrase or a title."""
    target: Mapped[str] = mapped_column(primary_key=True, server_default="")
    """The slug of the category that it leads to; empty for a query."""
    folded: Mapped[str]
    """Lower case without accents, as it is looked for."""
    weight: Mapped[int]
    """How many products are behind it."""


class CatalogueState(Model):
    """One row: what the cards and the search index were built with."""

    __tablename__ = "catalogue_state"
    __table_args__ = (CheckConstraint("one", name="one"),)

    one: Mapped[bool] = mapped_column(primary_key=True, server_default=text("true"))
    currency: Mapped[str] = mapped_column(server_default="USD")
    low_stock: Mapped[int] = mapped_column(Integer, server_default="5")
    card_shape: Mapped[int] = mapped_column(Integer, server_default="1")
    prior_price_rule: Mapped[bool] = mapped_column(server_default=text("false"))
    """Whether reductions refer to the lowest price of the 30 days before them."""
    database_key: Mapped[str] = mapped_column(server_default=text("gen_random_uuid()::text"))
    """Which database a search index was built from; another one's index is not used."""
