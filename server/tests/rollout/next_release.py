"""The next release of these tests: this one, with a later version, that renames a column in three steps."""

from __future__ import annotations

from pathlib import Path

from stallage import __version__
from stallage.migrations import head

EXPAND = """
    op.execute("ALTER TABLE orders ADD COLUMN greeting TEXT")
    op.execute('''
        CREATE FUNCTION copy_greeting() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF tg_op = 'INSERT' THEN
                new.greeting := coalesce(new.greeting, new.gift_message);
                new.gift_message := new.greeting;
            ELSIF new.gift_message IS DISTINCT FROM old.gift_message THEN
                new.greeting := new.gift_message;
            ELSE
                new.gift_message := new.greeting;
            END IF;
            RETURN new;
        END $$
    ''')
    op.execute('''
        CREATE TRIGGER copy_greeting BEFORE INSERT OR UPDATE OF gift_message, greeting ON orders
        FOR EACH ROW EXECUTE FUNCTION copy_greeting()
    ''')
"""
BACKFILL = """
    online.backfill(
        "orders",
        "UPDATE orders SET greeting = gift_message WHERE id = ANY(:ids)",
        size=5,
        pending="greeting IS DISTINCT FROM gift_message",
    )
"""
CONTRACT = """
    op.execute("DROP TRIGGER copy_greeting ON orders")
    op.execute("DROP FUNCTION copy_greeting()")
    op.execute("ALTER TABLE orders DROP COLUMN gift_message")
"""
REVISION = '''"""A step of a test."""

from alembic import op

from stallage.migrations import online

revision = "{revision}"
down_revision = "{before}"
branch_labels = None
depends_on = None
{needs}

def upgrade() -> None:
    """Upgrade."""
{body}'''

CODE = {
    "orders/actions/write.py": ("delivery_note, gift_message,", "delivery_note, greeting,"),
    "orders/actions/forget.py": ("gift_message = NULL", "greeting = NULL"),
    "orders/queries/details.py": ('row["gift_message"]', 'row["greeting"]'),
    "orders/queries/operator_orders.py": ('"gift_message", "total"', '"greeting", "total"'),
}
"""Path → a text, and what the next release has in its place."""
NEXT_VERSION = f"{__version__}.post1"


def make_next_release(package: Path) -> list[str]:
    """Turn a copy of the package into the next release; return its revisions: expand, backfill, contract."""
    version = package / "__init__.py"
    version.write_text(version.read_text().replace(__version__, NEXT_VERSION))
    for path, (before, after) in CODE.items():
        text = (package / path).read_text()
        assert text.count(before) == 1, path
        (package / path).write_text(text.replace(before, after))
    newest = int(head())
    steps = {
        "expand_greeting": EXPAND,
        "backfill_greeting": BACKFILL,
        "contract_gift_message": CONTRACT,
    }
    numbers = [f"{newest + number:04}" for number in range(1, len(steps) + 1)]
    for number, (name, body) in zip(numbers, steps.items(), strict=True):
        needs = f'needs = "{numbers[1]}"\n' if "contract" in name else ""
        text = REVISION.format(
            revision=number, before=f"{int(number) - 1:04}", body=body, needs=needs
        )
        (package / f"migrations/versions/{number}_{name}.py").write_text(text)
    return numbers
