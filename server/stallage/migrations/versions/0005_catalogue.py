"""Products, SKUs, categories, sales, sliders and sections."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "attributes",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_attributes")),
    )
    op.create_table(
        "brands",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_brands")),
        sa.UniqueConstraint("slug", name=op.f("uq_brands_slug")),
    )
    op.create_index("uq_brands_name", "brands", [sa.literal_column("lower(name)")], unique=True)
    op.create_table(
        "catalogue_state",
        sa.Column("one", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("currency", sa.Text(), server_default="USD", nullable=False),
        sa.Column("low_stock", sa.Integer(), server_default="5", nullable=False),
        sa.Column(
            "database_key",
            sa.Text(),
            server_default=sa.text("gen_random_uuid()::text"),
            nullable=False,
        ),
        sa.CheckConstraint("one", name=op.f("ck_catalogue_state_one")),
        sa.PrimaryKeyConstraint("one", name=op.f("pk_catalogue_state")),
    )
    op.create_table(
        "categories",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("parent_id", sa.BigInteger(), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("image", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.Column("path", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.ForeignKeyConstraint(
            ["parent_id"], ["categories.id"], name=op.f("fk_categories_parent_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_categories")),
        sa.UniqueConstraint("slug", name=op.f("uq_categories_slug")),
    )
    op.create_index(
        "uq_categories_parent_id_title",
        "categories",
        ["parent_id", sa.literal_column("lower(title)")],
        unique=True,
        postgresql_nulls_not_distinct=True,
    )
    op.create_table(
        "collections",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_collections")),
    )
    op.create_table(
        "feature_sections",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("subtitle", sa.Text(), server_default="", nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_feature_sections")),
        sa.UniqueConstraint("slug", name=op.f("uq_feature_sections_slug")),
    )
    op.create_table(
        "lexicon",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("term", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), server_default="", nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("weight", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("kind IN ('query', 'category')", name=op.f("ck_lexicon_kind")),
        sa.PrimaryKeyConstraint("kind", "term", "target", name=op.f("pk_lexicon")),
    )
    op.create_index(
        "ix_lexicon_folded_near",
        "lexicon",
        ["folded"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"folded": "gin_trgm_ops"},
    )
    op.create_index(
        "ix_lexicon_folded_prefix",
        "lexicon",
        ["folded"],
        unique=False,
        postgresql_ops={"folded": "text_pattern_ops"},
    )
    op.create_table(
        "feature_tiles",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("section_id", sa.BigInteger(), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.Column("image", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("phone_image", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.Column("collection_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["collection_id"], ["collections.id"], name=op.f("fk_feature_tiles_collection_id")
        ),
        sa.ForeignKeyConstraint(
            ["section_id"],
            ["feature_sections.id"],
            name=op.f("fk_feature_tiles_section_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_feature_tiles")),
        sa.UniqueConstraint("section_id", "slug", name=op.f("uq_feature_tiles_section_id_slug")),
    )
    op.create_table(
        "products",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("summary", sa.Text(), server_default="", nullable=False),
        sa.Column("description_html", sa.Text(), server_default="", nullable=False),
        sa.Column("brand_id", sa.BigInteger(), nullable=True),
        sa.Column("product_type", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Text(), server_default="active", nullable=False),
        sa.Column("tags", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column(
            "attributes",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default="{}",
            nullable=False,
        ),
        sa.Column(
            "specification",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default="[]",
            nullable=False,
        ),
        sa.Column("option_names", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column(
            "swatches", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False
        ),
        sa.Column("seo_title", sa.Text(), server_default="", nullable=False),
        sa.Column("seo_description", sa.Text(), server_default="", nullable=False),
        sa.Column("returnable", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("max_per_order", sa.Integer(), nullable=True),
        sa.Column("popularity", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("rating_sum", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("rating_count", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("source_hash", sa.LargeBinary(), nullable=True),
        sa.Column(
            "extra", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False
        ),
        sa.Column("card", sa.Text(), nullable=True),
        sa.Column("card_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("price", sa.BigInteger(), nullable=True),
        sa.Column("discount_percent", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("in_stock", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.CheckConstraint(
            "status IN ('active', 'draft', 'archived')", name=op.f("ck_products_status")
        ),
        sa.CheckConstraint("rating_count >= 0", name=op.f("ck_products_rating_count")),
        sa.ForeignKeyConstraint(["brand_id"], ["brands.id"], name=op.f("fk_products_brand_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_products")),
        sa.UniqueConstraint("slug", name=op.f("uq_products_slug")),
    )
    op.create_index("ix_products_brand_id", "products", ["brand_id"], unique=False)
    op.create_index("ix_products_card_at", "products", ["card_at"], unique=False)
    op.create_index("ix_products_updated_at", "products", ["updated_at"], unique=False)
    op.create_table(
        "sales",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("image", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("phone_image", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("percent", sa.SmallInteger(), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("collection_id", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("ends_at > starts_at", name=op.f("ck_sales_ends_at")),
        sa.CheckConstraint("percent BETWEEN 1 AND 99", name=op.f("ck_sales_percent")),
        sa.ForeignKeyConstraint(
            ["collection_id"], ["collections.id"], name=op.f("fk_sales_collection_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sales")),
        sa.UniqueConstraint("slug", name=op.f("uq_sales_slug")),
    )
    op.create_index("ix_sales_collection_id", "sales", ["collection_id"], unique=False)
    op.create_table(
        "sliders",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("subtitle", sa.Text(), server_default="", nullable=False),
        sa.Column("call_to_action", sa.Text(), server_default="", nullable=False),
        sa.Column("image", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("phone_image", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("collection_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["collection_id"], ["collections.id"], name=op.f("fk_sliders_collection_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sliders")),
        sa.UniqueConstraint("slug", name=op.f("uq_sliders_slug")),
    )
    op.create_table(
        "collection_products",
        sa.Column("collection_id", sa.BigInteger(), nullable=False),
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["collection_id"],
            ["collections.id"],
            name=op.f("fk_collection_products_collection_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["product_id"],
            ["products.id"],
            name=op.f("fk_collection_products_product_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("collection_id", "product_id", name=op.f("pk_collection_products")),
    )
    op.create_index(
        "ix_collection_products_product_id", "collection_products", ["product_id"], unique=False
    )
    op.create_table(
        "product_categories",
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("category_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["category_id"], ["categories.id"], name=op.f("fk_product_categories_category_id")
        ),
        sa.ForeignKeyConstraint(
            ["product_id"],
            ["products.id"],
            name=op.f("fk_product_categories_product_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("product_id", "category_id", name=op.f("pk_product_categories")),
    )
    op.create_index(
        "ix_product_categories_category_id",
        "product_categories",
        ["category_id", "product_id"],
        unique=False,
    )
    op.create_table(
        "product_images",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.Column("path", sa.Text(), nullable=True),
        sa.Column("alt", sa.Text(), server_default="", nullable=False),
        sa.Column("width", sa.Integer(), nullable=True),
        sa.Column("height", sa.Integer(), nullable=True),
        sa.Column("colour", sa.Text(), nullable=True),
        sa.Column("source_url", sa.Text(), nullable=True),
        sa.Column("state", sa.Text(), server_default="ready", nullable=False),
        sa.Column("options", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.CheckConstraint(
            "state IN ('pending', 'ready', 'failed')", name=op.f("ck_product_images_state")
        ),
        sa.ForeignKeyConstraint(
            ["product_id"],
            ["products.id"],
            name=op.f("fk_product_images_product_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_product_images")),
    )
    op.create_index(
        "ix_product_images_pending",
        "product_images",
        ["id"],
        unique=False,
        postgresql_where=sa.text("state = 'pending'"),
    )
    op.create_index(
        "ix_product_images_product_id", "product_images", ["product_id", "position"], unique=False
    )
    op.create_table(
        "skus",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("sku", sa.Text(), server_default="", nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.Column("options", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.Column("compare_at_price", sa.BigInteger(), nullable=True),
        sa.Column("cost", sa.BigInteger(), nullable=True),
        sa.Column("stock", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("tracked", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("backorder", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("active", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("barcode", sa.Text(), server_default="", nullable=False),
        sa.Column("weight_grams", sa.BigInteger(), nullable=True),
        sa.Column("weight_unit", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "requires_shipping", sa.Boolean(), server_default=sa.text("true"), nullable=False
        ),
        sa.Column("taxable", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("image_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "extra", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False
        ),
        sa.CheckConstraint("compare_at_price > price", name=op.f("ck_skus_compare_at_price")),
        sa.CheckConstraint("price >= 0", name=op.f("ck_skus_price")),
        sa.CheckConstraint("stock >= 0", name=op.f("ck_skus_stock")),
        sa.ForeignKeyConstraint(
            ["image_id"], ["product_images.id"], name=op.f("fk_skus_image_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["product_id"], ["products.id"], name=op.f("fk_skus_product_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_skus")),
    )
    op.create_index("ix_skus_product_id", "skus", ["product_id"], unique=False)
    op.create_index("ix_skus_sku", "skus", ["sku"], unique=False)
    op.create_index(
        "uq_skus_product_id_options",
        "skus",
        ["product_id", "options"],
        unique=True,
        postgresql_where=sa.text("active"),
    )
    # By hand.
    op.execute("INSERT INTO catalogue_state DEFAULT VALUES")
    op.execute(CATEGORY_PATH)
    op.execute(
        "CREATE TRIGGER category_path BEFORE INSERT OR UPDATE OF parent_id ON categories"
        " FOR EACH ROW EXECUTE FUNCTION category_path()"
    )
    op.execute(CATEGORY_PATH_BELOW)
    op.execute(
        "CREATE TRIGGER category_path_below AFTER UPDATE OF parent_id ON categories"
        " FOR EACH ROW WHEN (old.path IS DISTINCT FROM new.path)"
        " EXECUTE FUNCTION category_path_below()"
    )
    op.execute(TELL_CATALOGUE)
    for table in NAMES:
        op.execute(
            f"CREATE TRIGGER tell_catalogue AFTER INSERT OR UPDATE OR DELETE ON {table}"
            " FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue('names')"
        )
    # Not with every piece sold: popularity and what imports keep for themselves are left out.
    op.execute(
        "CREATE TRIGGER tell_catalogue AFTER INSERT OR DELETE OR UPDATE OF card, status, slug,"
        " title, summary, description_html, brand_id, product_type, tags, attributes,"
        " specification, option_names, swatches, seo_title, seo_description, returnable,"
        " max_per_order, rating_sum, rating_count ON products"
        " FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue('cards')"
    )
    for table in ("product_images", "product_categories"):
        op.execute(
            f"CREATE TRIGGER tell_catalogue AFTER INSERT OR UPDATE OR DELETE ON {table}"
            " FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue('cards')"
        )
    op.execute(TELL_PAGES)
    op.execute(
        "CREATE TRIGGER tell_pages AFTER UPDATE ON skus REFERENCING NEW TABLE AS changed"
        " FOR EACH STATEMENT EXECUTE FUNCTION tell_pages()"
    )
    op.execute(
        "CREATE TRIGGER tell_catalogue AFTER INSERT OR DELETE ON skus"
        " FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue('cards')"
    )


CATEGORY_PATH = """
CREATE FUNCTION category_path() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE above bigint[] := '{}';
BEGIN
    IF new.parent_id IS NOT NULL THEN
        SELECT path INTO above FROM categories WHERE id = new.parent_id;
        IF new.id = ANY(above) THEN
            RAISE EXCEPTION 'category % cannot be below itself', new.id
                USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_categories_path';
        END IF;
    END IF;
    new.path := above || new.id;
    RETURN new;
END $$
"""

NAMES = (
    "categories",
    "brands",
    "attributes",
    "collections",
    "collection_products",
    "sales",
    "sliders",
    "feature_sections",
    "feature_tiles",
    "company_details",
)

# Processes that serve keep answers in memory until they hear that something has changed. Triggers
# tell them, so that whoever writes cannot forget to; it is heard when the transaction commits.
TELL_CATALOGUE = """
CREATE FUNCTION tell_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('stallage_catalogue', tg_argv[0]);
    RETURN NULL;
END $$
"""

TELL_PAGES = """
CREATE FUNCTION tell_pages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids text;
BEGIN
    SELECT string_agg(DISTINCT product_id::text, ',') INTO ids FROM changed;
    IF ids IS NOT NULL THEN
        PERFORM pg_notify('stallage_catalogue',
            CASE WHEN length(ids) < 7000 THEN 'pages:' || ids ELSE 'cards' END);
    END IF;
    RETURN NULL;
END $$
"""

# Touching the children's parent makes the first trigger write their paths, and so on downwards.
CATEGORY_PATH_BELOW = """
CREATE FUNCTION category_path_below() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE categories SET parent_id = parent_id WHERE parent_id = new.id;
    RETURN NULL;
END $$
"""
