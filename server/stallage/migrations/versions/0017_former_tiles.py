"""Tiles of feature sections keep their former addresses, as everything else with an address does."""

from __future__ import annotations

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A tile's address is its section and its slug."""
    op.execute(NOTE_FORMER_TILE)
    op.execute(
        "CREATE TRIGGER note_former_slug AFTER DELETE OR UPDATE OF section_id, slug"
        " ON feature_tiles FOR EACH ROW EXECUTE FUNCTION note_former_tile()"
    )


NOTE_FORMER_TILE = """
CREATE FUNCTION note_former_tile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND old.section_id = new.section_id AND old.slug = new.slug THEN
        RETURN NULL;
    END IF;
    INSERT INTO former_slugs (kind, slug, target_id, changed_at)
    VALUES ('tile', old.section_id || '/' || old.slug,
        CASE WHEN TG_OP = 'UPDATE' THEN new.id END, now())
    ON CONFLICT (kind, slug) DO UPDATE
        SET target_id = excluded.target_id, changed_at = excluded.changed_at;
    IF TG_OP = 'DELETE' THEN
        UPDATE former_slugs SET target_id = NULL, changed_at = now()
        WHERE kind = 'tile' AND target_id = old.id;
    END IF;
    RETURN NULL;
END $$
"""
