"""Write made-by-15.tar.xz: the backup of a shop with one product on PostgreSQL 15.

python -m tests.backup.make_backup_of_15

Until the first release, run it again whenever the initial migration changes. It needs Debian's package
postgresql-15.
"""

from __future__ import annotations

import asyncio
import lzma
import tempfile
from pathlib import Path

from stallage.backup.operations.create import create_backup
from stallage.backup.operations.progress import Progress
from stallage.core.embedded.earlier import serve_earlier
from stallage.migrations import migrate
from stallage.settings import Settings
from tests.backup.earlier_postgresql import PROGRAMS, make_earlier_cluster
from tests.products.factory import make_product
from tests.shop import running_shop

FILE = Path(__file__).with_name("made-by-15.tar.xz")


async def _add_product(settings: Settings) -> None:
    async with running_shop(settings) as shop, shop.database.transaction() as connection:
        await make_product(connection, title="Bowl")


def main() -> None:
    """Write the file."""
    with tempfile.TemporaryDirectory() as folder:
        data_dir, backup = Path(folder, "data"), Path(folder, "shop.tar")
        make_earlier_cluster(data_dir)
        with serve_earlier(data_dir / "postgres", PROGRAMS) as dsn:
            migrate(dsn)
            settings = Settings(
                data_dir=data_dir,
                database_url=dsn,
                log_level="error",
                postgresql_programs=str(PROGRAMS),
            )
            asyncio.run(_add_product(settings))
            create_backup(settings, dsn, backup, Progress())
        FILE.write_bytes(lzma.compress(backup.read_bytes(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main()
