"""File encodings, line ends, delimiters, compression and damage."""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stallage.import_export.formats.catalogue_file import open_catalogue
from stallage.import_export.formats.table import UnreadableFile
from tests.import_export.files import Reading, read

TEXT = 'Handle,Title,Variant Price\ncreme,"Crème\nbrûlée – für 5 € & Größe",24.00\njug,Jug,3\n'
FRAGMENTS = [
    b",",
    b'"',
    b"\n",
    b"\r",
    b"a",
    b"b",
    b"Title",
    b"1",
    b"-5",
    b"\0",
    b"\xc3\xa9",
    b"\xff",
]
TITLE = "Crème brûlée – für 5 € & Größe"
SIZES = "Handle,Title,Option1 Name,Option1 Value,Price\na,Bowl,Size,S,24.00\n"


def too_long(cells: int, width: int) -> str:
    return (
        f"The row has {cells} cells, the header {width}."
        " A cell with a comma in it needs quotes around it."
    )


def reading_of(tmp_path: Path, content: bytes, name: str = "c.csv") -> Reading:
    path = tmp_path / name
    path.write_bytes(content)
    return read(path)


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"],
)
def test_encodings(tmp_path: Path, encoding: str) -> None:
    reading = reading_of(tmp_path, TEXT.encode(encoding))
    assert [product.title for product in reading.products] == [TITLE, "Jug"]
    assert reading.refused == {}


def test_latin_1(tmp_path: Path) -> None:
    text = "Handle,Title,Variant Price\ncreme,Crème brûlée,24.00\n"
    assert reading_of(tmp_path, text.encode("latin-1")).one.title == "Crème brûlée"


def test_an_accent_after_a_megabyte_of_ascii_is_decoded(tmp_path: Path) -> None:
    rows = "".join(f"p{number},A,{'9' * 3},{'x' * 2_000}\n" for number in range(600))
    for encoding in ("utf-8", "cp1252"):
        content = f"Handle,Title,Variant Price,Body\n{rows}creme,Crème,24.00\n".encode(encoding)
        assert reading_of(tmp_path, content).products[-1].title == "Crème"


def test_cyrillic_before_unicode(tmp_path: Path) -> None:
    text = "Handle,Title,Variant Price\nvaza,Высокая ваза из серой глины,24.00\n"
    title = reading_of(tmp_path, text.encode("cp1251")).one.title
    assert title == "Высокая ваза из серой глины"


def test_an_encoding_can_be_named(tmp_path: Path) -> None:
    path = tmp_path / "c.csv"
    path.write_bytes("Handle,Title,Variant Price\nvaza,Žlutá váza,24\n".encode("cp1250"))
    assert read(path, encoding="cp1250").one.title == "Žlutá váza"
    with pytest.raises(UnreadableFile, match="no encoding called klingon"):
        read(path, encoding="klingon")


def test_a_damaged_byte_affects_its_row(tmp_path: Path) -> None:
    rows = "".join(f"é{number},Crème,1\n" for number in range(9))
    content = f"Handle,Title,Variant Price\n{rows}".encode() + b"bad,Cr\xe8me,1\n"
    reading = reading_of(tmp_path, content)
    assert len(reading.products) == 9
    assert reading.refused == {
        11: "The row contains bytes that are invalid in the file's encoding."
    }


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(tmp_path: Path, end: str) -> None:
    text = f'Handle,Title,Variant Price{end}a,"A{end}one",1{end}{end}b,B,x{end}'
    reading = reading_of(tmp_path, text.encode())
    assert reading.one.title == "A one"
    assert list(reading.refused) == [5]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_delimiters(tmp_path: Path, delimiter: str) -> None:
    text = "Handle|Title|Variant Price\na|A|1\n".replace("|", delimiter)
    assert reading_of(tmp_path, text.encode()).one.skus[0].price == 100


def test_the_sep_line_is_skipped(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, b"sep=;\nHandle;Title;Variant Price\na;A;1\nb;B;x\n")
    assert reading.one.slug == "a"
    assert list(reading.refused) == [4]


def test_compressed_files(tmp_path: Path) -> None:
    assert len(reading_of(tmp_path, gzip.compress(TEXT.encode()), "c.csv.gz").products) == 2
    with pytest.raises(UnreadableFile, match="truncated"):
        reading_of(tmp_path, gzip.compress(TEXT.encode() * 99)[:-20])


def test_ragged_rows(tmp_path: Path) -> None:
    text = "Handle,Title,Variant Price,Vendor\na,A,1\nb,B,1,K,,\nc,C,1,K,surplus\n"
    reading = reading_of(tmp_path, text.encode())
    assert [product.slug for product in reading.products] == ["a", "b"]
    assert reading.refused == {4: too_long(5, 4)}
    assert reading.remarks == {3: f"{too_long(6, 4)} Its empty last cells are ignored."}


@pytest.mark.parametrize(
    ("text", "line", "cells", "width"),
    [
        # The first row of a product, in files of few columns.
        ("Title,Price\nBig, red vase,24.00\nBowl,1\n", 2, 3, 2),
        ("Title,Price\nVase,1,299.00\nBowl,1\n", 2, 3, 2),
        ("Title\nBig, red vase\nBowl\n", 2, 2, 1),
        # Extra cells that are blank: the price would be missing, or another column's text.
        ("Handle,Title,Vendor,Price\na,Big, red vase,,\nb,B,,1\n", 2, 5, 4),
        ("Handle,Title,Vendor,Price\na,Big, red vase,Kiln, , \nb,B,,1\n", 2, 6, 4),
        ("Handle,Title,Vendor,Price\na,Big, red, vase,Kiln,24.00,\nb,B,,1\n", 2, 7, 4),
        ("Handle,Title,Price\n,,1,\nb,B,1\n", 2, 4, 3),
        # A later row, with the extra cells filled and blank.
        (f"{SIZES}a,,,L,1,299.00\nb,B,,,1\n", 3, 6, 5),
        (f"{SIZES}a,,,X, large,20,\nb,B,,,1\n", 3, 7, 5),
        (f"{SIZES}a,,,L,,\nb,B,,,1\n", 3, 6, 5),
        (f"{SIZES}a,,,L,free,\nb,B,,,1\n", 3, 6, 5),
        (f"{SIZES}a,,,,,\nb,B,,,1\n", 3, 6, 5),
        # With another error in the row.
        ("Title,Price\nBig, r\0ed vase,24.00\nBowl,1\n", 2, 3, 2),
    ],
)
def test_a_row_longer_than_the_header_is_refused_for_its_length(
    tmp_path: Path, text: str, line: int, cells: int, width: int
) -> None:
    reading = reading_of(tmp_path, text.encode())
    assert reading.refused == {line: too_long(cells, width)}
    assert line not in reading.remarks
    assert reading.products[-1].slug in ("b", "bowl")


def test_the_message_names_the_delimiter(tmp_path: Path) -> None:
    for delimiter, name in ((";", "semicolon"), ("\t", "tab")):
        text = "Title|Price\nBig| red vase|24.00\nBowl|1\n".replace("|", delimiter)
        assert f"A cell with a {name} in it" in reading_of(tmp_path, text.encode()).refused[2]


def test_a_delimiter_at_the_end_of_every_row_is_ignored(tmp_path: Path) -> None:
    text = "Handle,Title,Price\na,A,1,\nb,B,,\nc,C,free,\n"
    reading = reading_of(tmp_path, text.encode())
    assert [product.slug for product in reading.products] == ["a", "b"]
    assert "The price is missing" in reading.remarks[3]
    assert "“free” is not an amount" in reading.refused[4]


def test_rows_after_a_broken_one_refer_to_it(tmp_path: Path) -> None:
    header = "Title,URL handle,Option1 Name,Option1 Value,Price\n"
    text = f"{header}Big, red,vase,Size,S,2\n,vase,,L,3\n,vase,,M,4\nJug,jug,,,1\n"
    reading = reading_of(tmp_path, text.encode())
    assert reading.one.slug == "jug"
    assert reading.refused == {
        2: too_long(6, 5),
        3: "The first row of “vase” has no title."
        " Line 2 before it is refused; both may be one product.",
        4: "It belongs to “vase”, which is refused in line 3.",
    }


def test_a_product_without_variants_refers_to_the_refused_row(tmp_path: Path) -> None:
    text = "Handle,Title,Price\na,A,\na,,1,299.00\nb,B,1\n"
    reading = reading_of(tmp_path, text.encode())
    sentence = f"None of its variants can be imported. Line 3: {too_long(4, 3)}"
    assert reading.refused == {2: sentence, 3: too_long(4, 3)}


def test_a_missing_quote_affects_one_line(tmp_path: Path) -> None:
    text = 'Handle,Title,Variant Price\na,"A,1\nb,B,1\nc,"C",1\nd,D,1\n'
    reading = reading_of(tmp_path, text.encode())
    assert [product.slug for product in reading.products] == ["b", "c", "d"]
    assert list(reading.refused) == [2]
    assert "quote" in reading.refused[2]


def test_a_quote_that_is_never_closed_affects_one_line(tmp_path: Path) -> None:
    text = 'Handle,Title,Variant Price\na,A,1\nb,"B,1\n' + "c,C,1\n" * 2
    reading = reading_of(tmp_path, text.encode())
    assert reading.products[0].slug == "a"
    assert reading.refused[3] == "A quoted cell is never closed."


def test_an_endless_cell_affects_one_line(tmp_path: Path) -> None:
    text = f'Handle,Title,Variant Price\na,"{"x" * 200_000}",1\nb,B,1\n'
    reading = reading_of(tmp_path, text.encode())
    assert reading.one.slug == "b"
    assert "longer than 131,072 characters" in reading.refused[2]


def test_an_endless_line_affects_itself(tmp_path: Path) -> None:
    text = f"Handle,Title,Variant Price\na,A,1{',' * 3_000_000}\nb,B,1\n"
    reading = reading_of(tmp_path, text.encode())
    assert reading.one.slug == "b"
    assert "longer than 2,000,000 characters" in reading.refused[2]


def test_an_endless_line_within_a_cell_does_not_end_the_file(tmp_path: Path) -> None:
    text = f'Handle,Title,Variant Price\na,"A\n{"x" * 3_000_000}\nb,B,1\nc,C,free\n'
    reading = reading_of(tmp_path, text.encode())
    assert reading.one.slug == "b"
    assert list(reading.refused) == [2, 5]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is empty"),
        (b"\n\n", "is empty"),
        (b"  \n\t\n", "is empty"),
        (b'"Handle"x,"Title"\na,A\n', r"header .+ \(line 1\)\. A quote is in the wrong place"),
        (b"PK\x03\x04rest", "workbook"),
        (b"%PDF-1.7", "a PDF"),
        (b"\x00\x01\x02\x03" * 99, "Expected: a Shopify product CSV"),
        (b"SKU,Name,Regular price\n1,A,2\n", "Expected: a Shopify product CSV"),
        (b"Handle,Title,Option1 Name,SKU,Location,Available\na,A,,1,X,2\n", "Expected"),
        (b"Handle,Title,title\na,A,B\n", "twice"),
    ],
)
def test_files_that_are_not_catalogues(tmp_path: Path, content: bytes, sentence: str) -> None:
    with pytest.raises(UnreadableFile, match=sentence):
        reading_of(tmp_path, content)


def test_paths_that_are_not_files(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="There is no file"):
        open_catalogue(tmp_path / "none.csv")
    with pytest.raises(UnreadableFile, match="is a folder"):
        open_catalogue(tmp_path)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(FRAGMENTS) | st.binary(max_size=4), max_size=40).map(b"".join))
def test_every_row_of_a_random_file_is_accounted_for(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        reading = reading_of(Path(folder), b"Handle,Title,Variant Price,Option1 Name\n" + content)
    assert reading.rows >= len(reading.products)
    assert all(line > 1 for line in (*reading.refused, *reading.remarks))
