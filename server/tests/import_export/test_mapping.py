"""Files with unknown columns: what the command asks, and mappings that are given to it."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stallage.core.runtime import Runtime
from stallage.import_export.formats.catalogue_file import UnknownColumns, recognise_catalogue
from stallage.import_export.formats.column_mapping import BadMapping, map_columns
from stallage.import_export.operations.asking import ask_mapping
from stallage.settings import Settings
from tests import command
from tests.command import CommandResult

Run = Callable[..., Awaitable[CommandResult]]
FOREIGN = "Artikel;Bezeichnung;Preis;Farbe\n7;Käsebrett;12.50;Eiche\n"


@pytest.fixture
def stallage(settings: Settings) -> Run:
    """Run a command in the shop of this test."""
    return partial(command.run_stallage, settings)


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A file with columns that no format has."""
    path = tmp_path / "artikel.csv"
    path.write_bytes(FOREIGN.encode("utf-16"))
    return path


async def test_without_a_terminal_the_columns_are_listed(stallage: Run, foreign: Path) -> None:
    ran = await stallage("import", foreign)
    assert (ran.status, ran.output) == (2, "")
    lines = ran.errors.splitlines()
    assert "Columns: Artikel, Bezeichnung, Preis, Farbe" in lines
    assert any(line.startswith("Nearest known format: Shopify product CSV") for line in lines)
    assert "No column is: title" in lines
    assert f"  stallage import {foreign} --format shopify --map title=Artikel" in lines


async def test_a_given_mapping_is_used(stallage: Run, foreign: Path) -> None:
    mapping = ("--map", "title=Bezeichnung", "--map", "price=preis", "--map", "attribute=Farbe")
    ran = await stallage("import", foreign, *mapping, "--map", "sku=Artikel")
    assert ran.status == 0
    assert "products: 1 created" in ran.output
    again = await stallage("import", foreign, *mapping, "--map", "sku=Artikel")
    assert "1 unchanged" in again.output


@pytest.mark.parametrize(
    ("words", "status", "text"),
    [
        (("--map", "price=Preis"), 2, "No column is: title"),
        (("--map", "title"), 1, "is not a mapping such as title=Name"),
        (("--map", "title=Name"), 1, "The file has no column “Name”, but: Artikel"),
        (("--map", "weight=Preis"), 1, "has no field “weight”"),
        (("--format", "excel"), 1, "There is no format excel. Choose one of: shopify"),
    ],
)
async def test_mistakes_are_explained(
    stallage: Run, foreign: Path, words: tuple[str, ...], status: int, text: str
) -> None:
    ran = await stallage("import", foreign, *words)
    assert (ran.status, ran.output) == (status, "")
    assert text in ran.errors


async def test_the_columns_of_a_known_file_can_be_changed(stallage: Run, tmp_path: Path) -> None:
    path = tmp_path / "shopify.csv"
    path.write_text("Handle,Title,Variant Price,Long title\nvase,Vase,20,Blue vase\n")
    ran = await stallage("import", path, "--map", "title=Long title", "--map", "ignore=Title")
    assert ran.status == 0
    out = tmp_path / "out.csv"
    assert (await stallage("export", out)).status == 0
    assert "Blue vase,vase" in out.read_text()


def test_a_field_has_one_column(foreign: Path) -> None:
    with pytest.raises(UnknownColumns) as caught:
        recognise_catalogue(foreign)
    found = caught.value.nearest
    targets = map_columns(found, ["title=Artikel", "title=Bezeichnung", "attribute=Farbe"])
    assert targets == ("", "title", "extra", "attribute")
    with pytest.raises(BadMapping, match="no column"):
        map_columns(found, ["title="])


def test_questions_name_the_columns(foreign: Path) -> None:
    with pytest.raises(UnknownColumns) as caught:
        recognise_catalogue(foreign)
    found = caught.value.nearest
    runner = CliRunner()
    with runner.isolation(input="\n9\n2\n1\n3" + "\n" * 8) as (output, *_):
        entries = ask_mapping(found, found.targets)
        text = output.getvalue().decode()
    assert entries == ["title=Bezeichnung", "sku=Artikel", "price=Preis"]
    assert "Which column is the title? (number from 1 to 4)" in text
    assert "There is no such column." in text
    assert "2  Bezeichnung: Käsebrett" in text


async def test_a_terminal_gets_the_questions(runtime: Runtime, foreign: Path) -> None:
    terminal, standard_input = os.openpty()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "stallage", "import", foreign),
        env={
            **os.environ,
            "STALLAGE_DATABASE_URL": runtime.settings.database_url,
            "STALLAGE_DATA_DIR": str(runtime.settings.data_dir),
        },
        stdin=standard_input,
        stdout=asyncio.subprocess.PIPE,
    )
    os.close(standard_input)
    os.write(terminal, b"2\n1\n3\n" + b"\n" * 10)
    output, _ = await process.communicate()
    os.close(terminal)
    text = output.decode()
    assert process.returncode == 0
    assert "Which column is the title?" in text
    mapping = "--map title=Bezeichnung --map sku=Artikel --map price=Preis"
    assert f"import {foreign} --format shopify {mapping}" in text
    assert "products: 1 created" in text


def test_a_text_without_columns_is_no_catalogue(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_text("hello\nworld\n")
    with pytest.raises(Exception, match="not a known catalogue file") as caught:
        recognise_catalogue(path)
    assert not isinstance(caught.value, UnknownColumns)


def test_a_woocommerce_file_in_another_language_can_be_mapped(tmp_path: Path) -> None:
    path = tmp_path / "produkte.csv"
    path.write_text("Typ,Artikelnummer,Name,Regulärer Preis,Übergeordnetes Produkt\n")
    found = recognise_catalogue(path, format_id="woocommerce")
    entries = ["type=Typ", "sku=Artikelnummer", "price=Regulärer Preis"]
    targets = map_columns(found, [*entries, "parent=Übergeordnetes Produkt"])
    assert targets == ("type", "sku", "title", "price", "parent")
