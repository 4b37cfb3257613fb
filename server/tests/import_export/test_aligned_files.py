"""Files aligned by hand: blanks around quoted cells are not part of the cells."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stallage.core.runtime import Runtime
from stallage.import_export.formats.catalogue_file import open_catalogue
from stallage.import_export.formats.csv_records import BrokenCsvRecord, CsvRecord, read_records
from stallage.import_export.operations.import_catalogue import import_catalogue
from tests.import_export.files import Reading, export_text, read

DELIMITERS = st.sampled_from(",;\t")
LINE_ENDS = st.sampled_from(["\n", "\r\n", "\r"])
CELLS = st.text(st.sampled_from('ab ",;\t\n\r'), max_size=8) | st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8
)
TABLES = st.lists(st.lists(CELLS, min_size=1, max_size=4), max_size=5)
HEADER = "Handle,Title,Variant Price\n"


def records_of(text: str, delimiter: str = ",") -> list[CsvRecord | BrokenCsvRecord]:
    return list(read_records(io.StringIO(text, newline=""), delimiter))


def cells_of(text: str, delimiter: str = ",") -> list[list[str]]:
    records = records_of(text, delimiter)
    assert not [record for record in records if isinstance(record, BrokenCsvRecord)]
    return [record.cells for record in records if isinstance(record, CsvRecord)]


def strip_cells(rows: list[list[str]]) -> list[list[str]]:
    """Strip the cells like the importer, and skip blank rows."""
    return [[cell.strip() for cell in row] for row in rows if any(map(str.strip, row))]


def encode_cell(cell: str, delimiter: str, *, quoted: bool) -> str:
    """Encode a cell with Python's csv module."""
    text = io.StringIO(newline="")
    if quoted:
        csv.writer(text, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerow([cell])
    else:
        csv.writer(text, delimiter=delimiter).writerow([cell])
    return text.getvalue().removesuffix("\r\n")


def align_randomly(
    data: st.DataObject, rows: list[list[str]], delimiter: str, *, quoted: bool
) -> str:
    """Write the rows with random blanks around cells; the last line may have no line end."""
    blanks = st.text(" " if delimiter == "\t" else " \t", max_size=3)
    lines = [
        delimiter.join(
            data.draw(blanks) + encode_cell(cell, delimiter, quoted=quoted) + data.draw(blanks)
            for cell in row
        )
        for row in rows
    ]
    end = data.draw(LINE_ENDS)
    return end.join(lines) + data.draw(st.sampled_from([end, ""]))


@given(st.data(), TABLES, DELIMITERS, st.booleans())
def test_blanks_around_cells_change_no_cell(
    data: st.DataObject, rows: list[list[str]], delimiter: str, quoted: bool
) -> None:
    text = align_randomly(data, rows, delimiter, quoted=quoted)
    assert strip_cells(cells_of(text, delimiter)) == strip_cells(rows)


@given(st.data(), TABLES, DELIMITERS)
def test_blanks_within_quotes_stay(
    data: st.DataObject, rows: list[list[str]], delimiter: str
) -> None:
    text = align_randomly(data, rows, delimiter, quoted=True)
    assert cells_of(text, delimiter) == [row for row in rows if any(map(str.strip, row))]


@given(st.text(st.sampled_from('ab ",\n\t'), max_size=30))
def test_other_text_is_read_as_the_csv_module_reads_it(text: str) -> None:
    if re.search(r'(?:^|,)[ \t]+"', text, re.MULTILINE):
        return
    try:
        plain = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error:
        return
    assert cells_of(text) == [row for row in plain if any(map(str.strip, row))]


@pytest.mark.parametrize(
    ("text", "delimiter", "cells"),
    [
        ('"a" ,"b"   ,c\n', ",", ["a", "b", "c"]),
        ('  "a",   "b"\t,\t"c"  \r\n', ",", ["a", "b", "c"]),
        ('"a" ; "b;1" ; "c"  ', ";", ["a", "b;1", "c"]),
        ('"a"  \t  "b\t1"  \t"c" \n', "\t", ["a", "b\t1", "c"]),
        ('"a\n b" , "c\n"  \n', ",", ["a\n b", "c\n"]),
        ('"a"" , "" b" , "" ,"""c"" "  \n', ",", ['a" , " b', "", '"c" ']),
        (' "a\n"" , ""\n b" , c\n', ",", ['a\n" , "\n b', " c"]),
        # An inch sign in an unquoted, aligned cell.
        ('board , 12" deep , 3\n', ",", ["board ", ' 12" deep ', " 3"]),
    ],
)
def test_an_aligned_record(text: str, delimiter: str, cells: list[str]) -> None:
    assert cells_of(text, delimiter) == [cells]


@pytest.mark.parametrize(
    "row", ['"a" b, 1', '  "a" b , 1', '"a" "b", 1', '"a, x" "b, y" , 1', '"a"\t"b" , 1']
)
def test_text_after_a_closing_quote_is_refused(row: str) -> None:
    broken, good = records_of(f'{row}\n"c" , "C"\n')
    assert isinstance(broken, BrokenCsvRecord)
    assert "quote is in the wrong place" in broken.reason
    assert good == CsvRecord(2, ["c", "C"])


def reading_of(tmp_path: Path, text: str) -> Reading:
    path = tmp_path / "aligned.csv"
    path.write_text(text, newline="")
    return read(path)


def test_a_missing_quote_in_an_aligned_file_affects_one_line(tmp_path: Path) -> None:
    text = f'{HEADER}"a" , "A , "1"\n"b" , "B\n 2"  , "1" \n "c" , "C" , 1\n'
    reading = reading_of(tmp_path, text)
    assert [(product.slug, product.title) for product in reading.products] == [
        ("b", "B 2"),
        ("c", "C"),
    ]
    assert list(reading.refused) == [2]


def test_lines_are_counted_through_aligned_cells(tmp_path: Path) -> None:
    text = f'{HEADER}"a"  , "A\n\n\n" , 1\n   \n , , \n"b" , "B" , "free"\n'
    assert list(reading_of(tmp_path, text).refused) == [8]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_header_may_be_aligned(tmp_path: Path, delimiter: str, end: str) -> None:
    rows = (' "Handle" | "Title"   |"Variant Price" ', '"a"      | "A, B; C" | "1.00"')
    text = end.join(rows).replace("|", delimiter)
    product = reading_of(tmp_path, text).one
    assert (product.title, product.skus[0].price) == ("A, B; C", 100)


def catalogue() -> list[dict[str, str]]:
    """Return the rows of 24 products as Shopify exports them, every third in two sizes."""
    rows = []
    for number in range(1, 25):
        handle = f"vase-{number}"
        row = {
            "Handle": handle,
            "Title": f"Vase, number {number}",
            "Body (HTML)": f'<p class="lead">{number}" tall,\n  hand "thrown" .</p>',
            "Vendor": "Kiln & Grain",
            "Type": "Vases",
            "Tags": "stoneware, gift",
            "Published": "TRUE",
            "Option1 Name": "Title",
            "Option1 Value": "Default Title",
            "Variant SKU": f"V-{number}",
            "Variant Inventory Qty": str(number),
            "Variant Price": f"{number}.50",
            "Image Src": f"https://x.example/{number}.jpg",
        }
        if number % 3 == 0:
            row |= {"Option1 Name": "Size", "Option1 Value": "Small"}
        rows.append(row)
        if number % 3 == 0:
            size = {"Option1 Value": "Large", "Variant SKU": f"V-{number}-L"}
            rows.append({"Handle": handle, "Variant Price": "99.00", **size})
    return rows


def align_by_hand(rows: list[dict[str, str]]) -> str:
    """Write the rows with aligned columns, every cell in quotes."""
    table = [list(rows[0]), *([row.get(name, "") for name in rows[0]] for row in rows)]
    texts = [[encode_cell(cell, ",", quoted=True) for cell in row] for row in table]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    return "\n".join(
        " , ".join(text.ljust(width) for text, width in zip(row, widths, strict=True))
        for row in texts
    )


async def test_an_aligned_catalogue_is_imported_completely(
    runtime: Runtime, tmp_path: Path
) -> None:
    rows = catalogue()
    path = tmp_path / "aligned.csv"
    path.write_text(align_by_hand(rows), newline="")
    report = await import_catalogue(runtime, open_catalogue(path))
    assert (report.rows, report.refused, report.remarks) == (len(rows), [], [])
    assert report.products == {"created": 24}


def test_an_aligned_catalogue_equals_the_plain_one(tmp_path: Path) -> None:
    rows = catalogue()
    plain = io.StringIO(newline="")
    writer = csv.DictWriter(plain, list(rows[0]), restval="")
    writer.writeheader()
    writer.writerows(rows)
    by_hand = reading_of(tmp_path, align_by_hand(rows))
    assert by_hand == reading_of(tmp_path, plain.getvalue())
    assert len(export_text(by_hand.products).splitlines()) > 24
