"""The next release of these tests: a copy of this one that renames a column in three steps."""

from __future__ import annotations

import shutil
from pathlib import Path

import stallage
from stallage.migrations import head

PACKAGE = Path(stallage.__file__).parent

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


def make_next_release(folder: Path) -> list[str]:
    """Write the next release into a folder; return its revisions: expand, backfill, contract."""
    package = folder / "stallage"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "web"))
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
