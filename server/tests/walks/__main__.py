"""Draw the walks into docs/walks."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from stallage.core.embedded import start_disposable
from stallage.migrations import migrate
from stallage.settings import Settings
from tests.shop import running_shop
from tests.walks.drawing import FOLDER, drawing_of
from tests.walks.requests import walks_of


async def draw(folder: Path, dsn: str) -> None:
    """Record the walks in a new shop and write the drawings."""
    settings = Settings(data_dir=folder / "data", database_url=dsn, log_level="error")
    async with running_shop(settings) as shop:
        FOLDER.mkdir(exist_ok=True)
        for name, walk in (await walks_of(shop)).items():
            (FOLDER / f"{name}.svg").write_text(drawing_of(walk))


def main() -> None:
    """Draw with a disposable database."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cluster = start_disposable(folder / "postgres")
        try:
            migrate(cluster.dsn())
            asyncio.run(draw(folder, cluster.dsn()))
        finally:
            cluster.stop()


if __name__ == "__main__":
    main()
