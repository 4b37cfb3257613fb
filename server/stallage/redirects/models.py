"""Tables of redirects."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, Identity, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class UrlRedirect(Model):
    """An old path and the place that it leads to."""

    __tablename__ = "url_redirects"
    __table_args__ = (
        CheckConstraint(
            "target_kind IN ('product', 'category', 'collection', 'page', 'blog', 'path')",
            name="target_kind",
        ),
        CheckConstraint(
            "(target_kind = 'path') = (target_path IS NOT NULL)"
            " AND (target_kind = 'path') = (target_id IS NULL)",
            name="target",
        ),
        Index("uq_url_redirects_path", text("lower(path)"), unique=True),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    path: Mapped[str]
    """Percent-encoded, with a slash at the start and none at the end. Matched regardless of case."""
    target_kind: Mapped[str]
    target_id: Mapped[int | None]
    """Id of the product, category, collection, page or article. No foreign key: it may be in any table."""
    target_path: Mapped[str | None]
    """A path of this shop, with its query, if the kind is `path`."""
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class OldShopAddresses(Model):
    """A shop system whose addresses are redirected by their form, without a redirect for each."""

    __tablename__ = "old_shop_addresses"
    __table_args__ = (CheckConstraint("system IN ('shopify', 'woocommerce')", name="system"),)

    system: Mapped[str] = mapped_column(primary_key=True)
    enabled_at: Mapped[datetime]
