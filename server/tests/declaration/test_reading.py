"""Errors in a shop's files are reported with file, line, field and allowed values."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stallage.core.times import parse_time
from stallage.declaration.errors import InvalidDeclaration
from stallage.declaration.reading import read_declaration
from stallage.declaration.records import ShopSettings
from stallage.declaration.reference import with_tables
from stallage.declaration.toml_lines import find_line, parse
from stallage.settings import SHOP_SETTINGS, Settings

NOW = datetime(2026, 3, 9, 12, tzinfo=UTC)
DELIVERY = '[[delivery]]\ncode = "a"\nname = "A"\nprice = 5.00\n'
PRODUCT = '[[product]]\nslug = "a"\ntitle = "A"\noptions = ["Size"]\n'
SKU = '[[product.sku]]\noptions = ["S"]\nprice = 1\n'


def problems(folder: Path, text: str) -> list[str]:
    file = folder / "shop.toml"
    file.write_text(text)
    with pytest.raises(InvalidDeclaration) as error:
        read_declaration(file, Settings(data_dir=folder), NOW)
    return [str(problem).removeprefix(f"{file}:") for problem in error.value.problems]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[settings]\ncurrency = \n", "2: column 12: Invalid value."),
        ("[settings]\ncurrency = 'USD\n", "2: Expected"),
        ("[settings]\n[settings]\n", "2: column 10: Cannot declare ('settings',) twice."),
        ("[setting]\n", "1: setting is not known; did you mean settings? Allowed: settings, company,"),
        ("[delivery]\ncode = 'a'\n", "1: delivery must be written [[delivery]]."),
        ("[[settings]]\n", "1: settings must be written [settings]."),
        ("settings = 3\n", "1: settings must be written [settings]."),
        ("[company]\n", "1: company.name is missing (the shop's name)."),
        ("[company]\nname = ''\n", "2: company.name cannot be empty; it is ''."),
        ("[company]\nname = 'A'\nprimary_colour = 'red'\n", "3: company.primary_colour has an invalid"),
        ("[company]\nname = 'A'\n[[company.social]]\nname = 'x'\nurl = 'ftp://x'\n", "5: company.social.url"),
        ("[settings]\ncurrency = 'USDD'\n", "2: settings.currency must be a currency of ISO 4217"),
        ("[settings]\ncountry = 'Germany'\n", "2: settings.country must be a country of ISO 3166-1"),
        ("[settings]\ntime_zone = 'Mars'\n", "2: settings.time_zone must be a time zone such as"),
        ("[settings]\nlocale = 'klingon'\n", "2: settings.locale must be a language and region"),
        ("[settings]\npayment_provider = 'paypal'\n", "must be one of 'none', 'sandbox', 'stripe' or"),
        ("[settings]\ncash_on_delivery = 'yes'\n", "must be true or false; it is 'yes'."),
        (
            "[settings]\ngift_wrap_price = -1\n",
            "settings.gift_wrap_price must be an amount in USD such as 5.00, from 0 to"
            " 10000000000.00; it is -1.",
        ),
        ("[settings]\nprice_rounding = 'up'\n", "must be one of 'exact', 'step' or 'ending'; it is 'up'."),
        ("[settings]\nprice_step = 0.00\n", "settings.price_step must be"),
        ("[settings]\nprice_ending = 100\n", "settings.price_ending must be from 0 to 99; it is 100."),
        ("[settings]\nlow_stock = -1\n", "settings.low_stock must be 0 or more; it is -1."),
        ("[settings]\nlow_stock = 1.5\n", "settings.low_stock must be a whole number; it is 1.5."),
        (DELIVERY.replace("5.00", "'five'"), "4: delivery.price must be an amount in USD such as 5.00"),
        (DELIVERY.replace("5.00", "5.001"), "with at most 2 decimals; it is 5.001."),
        (DELIVERY.replace("5.00", "-1"), "from 0 to 10000000000.00; it is -1."),
        (DELIVERY.replace("5.00", "true"), "4: delivery.price must be an amount"),
        (DELIVERY.replace("5.00", "nan"), "4: delivery.price must be an amount"),
        (DELIVERY + "countries = 'US'\n", "5: delivery.countries must be a list in brackets"),
        (DELIVERY + "countries = ['US', 'USA']\n", "5: delivery.countries must be a country of ISO"),
        (DELIVERY + "min_days = 9\nmax_days = 1\n", "1: delivery max_days must not be less than min_days"),
        (DELIVERY + "\n" + DELIVERY, "6: delivery a is declared twice; see"),
        ("[[tax]]\nname = 'A'\ncountry = 'DE'\nrate = 'much'\nincluded = true\n", "4: tax.rate must"),
        ("[[tax]]\nname = 'A'\ncountry = 'DE'\nrate = 101\nincluded = true\n", "from 0 to 100"),
        (
            "[[carrier]]\nname = 'A'\ntracking_url = 'https://{number}.example/'\n",
            "must be a URL without {number} in its host",
        ),
        ("[[carrier]]\nname = 'A'\ntracking_url = 'javascript:1'\n", "carrier.tracking_url"),
        ("[[promo_code]]\ncode = 'A'\ntitle = 'A'\nstarts_at = 'soon'\npercent = 5\n", "“5 days ago”"),
        ("[[promo_code]]\ncode = 'A'\ntitle = 'A'\nstarts_at = 2026-01-01\n", "needs either percent or"),
        (PRODUCT + SKU.replace("['S']", "[]").replace('["S"]', "[]"), "each SKU needs one value for each"),
        (PRODUCT + SKU + SKU, "1: product sku: Attribute set already exists. Two SKUs have the same"),
        (
            PRODUCT.replace('["Size"]', '["Size", "size"]') + SKU,
            "1: product options: Name already exists. Two options have the same name.",
        ),
        (
            PRODUCT + 'attributes = {Material = ["Oak"], material = ["Ash"]}\n' + SKU,
            "1: product attributes: Attribute already selected. Two labels are one filter.",
        ),
        (
            '[[category]]\npath = "a"\ntitle = "Bowls"\n[[category]]\npath = "b"\ntitle = "bowls"\n',
            "4: Category name already exists. See",
        ),
        (
            '[[brand]]\nslug = "a"\nname = "Ada"\n[[brand]]\nslug = "b"\nname = "ADA"\n',
            "4: Name already exists. See",
        ),
        (
            '[[attribute]]\nlabel = "Glaze"\n[[attribute]]\nlabel = "Glaze"\nname = "finish"\n',
            "3: Name already exists. See",
        ),
        (
            '[[attribute]]\nlabel = "Glaze"\n[[attribute]]\nlabel = "Glaze"\n',
            "3: Name already exists. attribute glaze is declared twice; see",
        ),
        (PRODUCT, "1: product.sku is missing (tables)."),
        (PRODUCT + SKU + "[[product.image]]\nalt = 'x'\n", "product.image needs either file or url"),
        (PRODUCT + SKU + "[[product.image]]\nfile = 'no.jpg'\n", "9: There is no file no.jpg."),
    ],
)  # fmt: skip
def test_an_error_is_reported(tmp_path: Path, text: str, message: str) -> None:
    reported = problems(tmp_path, text)
    assert any(message in problem for problem in reported), reported


def test_all_errors_are_reported_at_once(tmp_path: Path) -> None:
    reported = problems(tmp_path, DELIVERY.replace("code", "kode") + "[settings]\ncountry = 'XX'\n")
    assert [problem.split(":")[0] for problem in reported] == ["1", "2", "6"]


def test_lines_are_counted_through_long_texts_and_comments(tmp_path: Path) -> None:
    text = (
        "# A comment\n\n" + PRODUCT + 'description = """\n<p>\n</p>\n"""\n\n'
        "specification = [\n  ['Height', '9 cm'],\n  ['Width'],\n]\n" + SKU
    )
    assert problems(tmp_path, text)[0].startswith("12: product.specification needs at least 2")


@given(st.data())
def test_the_line_of_every_value_is_found(data: st.DataObject) -> None:
    """In a document of tables, `find_line` returns the line of each value."""
    names = data.draw(st.lists(st.integers(0, 5), min_size=1, max_size=6))
    lines: list[str] = []
    expected: list[tuple[tuple[str | int, ...], int]] = []
    for index, fields in enumerate(names):
        lines += data.draw(st.sampled_from([[], ["# note"], ["", ""]]))
        lines.append("[[one]]")
        expected.append((("one", index), len(lines)))
        for number in range(fields):
            expected.append((("one", index, f"f{number}"), len(lines) + 1))
            lines += data.draw(
                st.sampled_from(
                    [
                        [f"f{number} = 1"],
                        [f'f{number} = """', "text", '"""'],
                        [f"f{number} = [", "  1,", "]"],
                    ]
                )
            )
    text = "\n".join(lines)
    parse(text)
    for path, line in expected:
        assert find_line(text, path) == line


def test_ten_thousand_errors_are_reported(tmp_path: Path) -> None:
    """The lines of a large file are found in one pass."""
    reported = problems(tmp_path, DELIVERY.replace("5.00", "'five'") * 10_000)
    assert len(reported) == 10_000
    assert reported[-1].startswith("40000: delivery.price")


def test_a_folder_without_files_and_a_file_of_another_kind(tmp_path: Path) -> None:
    for target, message in (
        (tmp_path, "There is no .toml file"),
        (tmp_path / "nowhere", "no such file"),
    ):
        with pytest.raises(InvalidDeclaration, match=message):
            read_declaration(target, Settings(), NOW)
    other = tmp_path / "shop.json"
    other.write_text("{}")
    with pytest.raises(InvalidDeclaration, match=r"end in \.toml"):
        read_declaration(other, Settings(), NOW)


def test_an_invalid_text_is_reported_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "shop.toml").write_text("")
    (tmp_path / "about.md").write_text("+++\ntitle = ''\n+++\nText\n")
    (tmp_path / "README.md").write_text("About the folder.")
    with pytest.raises(InvalidDeclaration, match=r"about.md: title") as error:
        read_declaration(tmp_path, Settings(), NOW)
    assert len(error.value.problems) == 1


def test_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "shop.toml").write_bytes(b"name = '\xff'")
    with pytest.raises(InvalidDeclaration, match="is not UTF-8"):
        read_declaration(tmp_path, Settings(), NOW)


def test_amounts_have_the_decimals_of_the_files_own_currency(tmp_path: Path) -> None:
    for currency, price, units in (
        ("JPY", "500", 500),
        ("KWD", "1.250", 1250),
        ("EUR", "'5'", 500),
    ):
        (tmp_path / "shop.toml").write_text(
            f"[settings]\ncurrency = '{currency}'\n" + DELIVERY.replace("5.00", price)
        )
        read = read_declaration(tmp_path, Settings(), NOW)
        assert read.of("delivery")[0].record.model_dump()["price"] == units


@pytest.mark.parametrize(
    ("value", "time"),
    [
        ("5 days ago", datetime(2026, 3, 4, 12, tzinfo=UTC)),
        ("1 day ago", datetime(2026, 3, 8, 12, tzinfo=UTC)),
        ("in 9 days", datetime(2026, 3, 18, 12, tzinfo=UTC)),
        (tomllib.loads("d = 2026-01-02")["d"], datetime(2026, 1, 2, tzinfo=UTC)),
        (
            tomllib.loads("d = 2026-01-02T03:04:05+02:00")["d"],
            datetime(2026, 1, 2, 1, 4, 5, tzinfo=UTC),
        ),
    ],
)
def test_times(value: object, time: datetime) -> None:
    assert parse_time(value, NOW) == time


@pytest.mark.parametrize("value", ["soon", 5, None, "5 days", "-5 days ago", True])
def test_invalid_times(value: object) -> None:
    with pytest.raises(ValueError, match="must be a date such as"):
        parse_time(value, NOW)


def test_every_shop_setting_can_be_declared() -> None:
    assert tuple(ShopSettings.model_fields) == SHOP_SETTINGS


def test_the_tables_in_the_documentation_are_current() -> None:
    document = (Path(__file__).parents[3] / "docs" / "shop-files.md").read_text()
    assert with_tables(document) == document


def test_the_example_in_the_documentation_is_valid(tmp_path: Path) -> None:
    document = (Path(__file__).parents[3] / "docs" / "shop-files.md").read_text()
    example = document.partition("```toml\n")[2].partition("```")[0]
    (tmp_path / "shop.toml").write_text(example)
    read = read_declaration(tmp_path, Settings(), NOW)
    assert {"company", "settings", "delivery", "tax"} <= read.entries.keys()
