"""Files that people align by hand: blanks around quoted cells are no part of them."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stallage.core.runtime import Runtime
from stallage.import_export.cli import take_in
from stallage.import_export.importing.formats import open_catalogue
from stallage.import_export.importing.records import BrokenRecord, Record, read_records
from tests.import_export.files import Reading, read, written

DELIMITERS = st.sampled_from(",;\t")
LINE_ENDS = st.sampled_from(["\n", "\r\n", "\r"])
CELLS = st.text(st.sampled_from('ab ",;\t\n\r'), max_size=8) | st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8
)
TABLES = st.lists(st.lists(CELLS, min_size=1, max_size=4), max_size=5)
HEADER = "Handle,Title,Variant Price\n"


def records_of(text: str, delimiter: str = ",") -> list[Record | BrokenRecord]:
    return list(read_records(io.StringIO(text, newline=""), delimiter))


def cells_of(text: str, delimiter: str = ",") -> list[list[str]]:
    records = records_of(text, delimiter)
    assert not [record for record in records if isinstance(record, BrokenRecord)]
    return [record.cells for record in records if isinstance(record, Record)]


def stripped(rows: list[list[str]]) -> list[list[str]]:
    """The rows as the importer takes their cells; blank rows are passed over."""
    return [[cell.strip() for cell in row] for row in rows if any(map(str.strip, row))]


def encoded(cell: str, delimiter: str, *, quoted: bool) -> str:
    """The cell as Python's csv module writes it."""
    text = io.StringIO(newline="")
    if quoted:
        csv.writer(text, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerow([cell])
    else:
        csv.writer(text, delimiter=delimiter).writerow([cell])
    return text.getvalue().removesuffix("\r\n")


def aligned(data: st.DataObject, rows: list[list[str]], delimiter: str, *, quoted: bool) -> str:
    """The rows with random blanks around their cells; sometimes the last line has no end."""
    blanks = st.text(" " if delimiter == "\t" else " \t", max_size=3)
    lines = [
        delimiter.join(
            data.draw(blanks) + encoded(cell, delimiter, quoted=quoted) + data.draw(blanks)
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
    text = aligned(data, rows, delimiter, quoted=quoted)
    assert stripped(cells_of(text, delimiter)) == stripped(rows)


@given(st.data(), TABLES, DELIMITERS)
def test_blanks_within_quotes_stay(
    data: st.DataObject, rows: list[list[str]], delimiter: str
) -> None:
    text = aligned(data, rows, delimiter, quoted=True)
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
        # Inches in a cell without quotes, and blanks that align it.
        ('shelf , 12" deep , 3\n', ",", ["shelf ", ' 12" deep ', " 3"]),
    ],
)
def test_an_aligned_record(text: str, delimiter: str, cells: list[str]) -> None:
    assert cells_of(text, delimiter) == [cells]


@pytest.mark.parametrize(
    "row", ['"a" b, 1', '  "a" b , 1', '"a" "b", 1', '"a, x" "b, y" , 1', '"a"\t"b" , 1']
)
def test_text_behind_a_closing_quote_is_refused(row: str) -> None:
    broken, good = records_of(f'{row}\n"c" , "C"\n')
    assert isinstance(broken, BrokenRecord)
    assert "quote stands in the wrong place" in broken.reason
    assert good == Record(2, ["c", "C"])


def reading_of(tmp_path: Path, text: str) -> Reading:
    path = tmp_path / "aligned.csv"
    path.write_text(text, newline="")
    return read(path)


def test_a_lost_quote_in_an_aligned_file_costs_one_line(tmp_path: Path) -> None:
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
    """The rows of 24 products as Shopify exports them, every third in two sizes."""
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


def aligned_by_hand(rows: list[dict[str, str]]) -> str:
    """The rows as columns of one width, every cell in quotes."""
    table = [list(rows[0]), *([row.get(name, "") for name in rows[0]] for row in rows)]
    texts = [[encoded(cell, ",", quoted=True) for cell in row] for row in table]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    return "\n".join(
        " , ".join(text.ljust(width) for text, width in zip(row, widths, strict=True))
        for row in texts
    )


async def test_an_aligned_catalogue_is_taken_in_whole(runtime: Runtime, tmp_path: Path) -> None:
    rows = catalogue()
    path = tmp_path / "aligned.csv"
    path.write_text(aligned_by_hand(rows), newline="")
    report = await take_in(runtime, open_catalogue(path))
    assert (report.rows, report.refused, report.remarks) == (len(rows), [], [])
    assert report.products == {"created": 24}


def test_an_aligned_catalogue_says_what_the_plain_one_says(tmp_path: Path) -> None:
    rows = catalogue()
    plain = io.StringIO(newline="")
    writer = csv.DictWriter(plain, list(rows[0]), restval="")
    writer.writeheader()
    writer.writerows(rows)
    by_hand = reading_of(tmp_path, aligned_by_hand(rows))
    assert by_hand == reading_of(tmp_path, plain.getvalue())
    assert len(written(by_hand.products).splitlines()) > 24
