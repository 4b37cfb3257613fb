"""`stallage content put`: import of files and error messages."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from stallage.content import cli
from stallage.content.formats import InvalidContentFile, read
from stallage.content.rules import sanitise, to_html
from tests.shop import Shop

COMMANDS = typer.Typer()
cli.register(COMMANDS)


async def put(shop: Shop, *files: Path) -> Result:
    settings = shop.runtime.settings
    result = await asyncio.to_thread(
        CliRunner().invoke,
        COMMANDS,
        ["content", "put", *map(str, files)],
        env={
            "STALLAGE_DATABASE_URL": settings.database_url,
            "STALLAGE_DATA_DIR": str(settings.data_dir),
        },
    )
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


async def test_files_of_every_kind_are_imported(shop: Shop, tmp_path: Path) -> None:
    (tmp_path / "logo.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    (tmp_path / "first-firing.md").write_text(
        '+++\ntitle = "First firing"\nauthor = "Ida"\ndate = 2024-03-09\n+++\n\nIt *worked*.\n'
    )
    (tmp_path / "terms-and-conditions.md").write_text('+++\ntitle = "Terms"\n+++\nBe kind.\n')
    (tmp_path / "faqs.md").write_text(
        '+++\nkind = "faqs"\n+++\n## Orders\n### Where is it?\nOn its way.\n### When?\nSoon.\n'
    )
    (tmp_path / "company.md").write_text(
        '+++\nkind = "company"\nname = "Kiln"\nlogo = "logo.svg"\n'
        '[[social]]\nname = "Web"\nurl = "https://example.com"\n+++\n'
    )
    files = sorted(tmp_path.glob("*.md"))  # noqa: ASYNC240 - a test may wait
    result = await put(shop, *files)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("Imported ") == 4
    blog = await shop.output("GET", "/api/blogs/first-firing")
    assert (blog["createdAt"], blog["author"]) == ("2024-03-09T00:00:00.000Z", "Ida")
    assert (await shop.output("GET", "/api/company-details/termAndCondition"))["title"] == "Terms"
    assert [one["group"] for one in await shop.output("GET", "/api/faqs")] == ["Orders"] * 2
    logo = (await shop.output("GET", "/api/company-details/logoDetails"))["companyLogoDetails"]
    assert logo["companyName"] == "Kiln"
    assert (await shop.client.get(logo["logoImage"])).status_code == 200
    assert (await put(shop, *files)).exit_code == 0
    assert len(await shop.output("GET", "/api/blogs")) == 1


async def test_front_matter_may_be_yaml(shop: Shop, tmp_path: Path) -> None:
    blog = tmp_path / "second-firing.md"
    blog.write_text(
        "---\ntitle: 'Second: firing'\nauthor: Ida\ndate: 2024-04-01\nsummary:\n"
        "products: [oak-mug]\n---\n\nAbove\n\n---\n\nBelow\n"
    )
    company = tmp_path / "company.md"
    company.write_text(
        "---\nkind: company\nname: Kiln\nsocial:\n  - {name: Web, url: 'https://example.com'}\n---\n"
    )
    result = await put(shop, blog, company)
    assert result.exit_code == 0, result.stderr
    article = await shop.output("GET", "/api/blogs/second-firing")
    assert (article["title"], article["productSlugs"]) == ("Second: firing", ["oak-mug"])
    assert article["createdAt"] == "2024-04-01T00:00:00.000Z"
    assert "<hr" in article["content"]


async def test_help_and_missing_files(shop: Shop) -> None:
    result = await asyncio.to_thread(CliRunner().invoke, COMMANDS, ["content", "put", "--help"])
    assert (result.exit_code, "front matter" in result.stdout) == (0, True)
    missing = await put(shop, Path("nowhere.md"))
    assert (missing.exit_code, "nowhere.md: cannot be read" in missing.stderr) == (1, True)


async def test_an_invalid_file_prevents_the_import(shop: Shop, tmp_path: Path) -> None:
    good = tmp_path / "good.md"
    good.write_text('+++\ntitle = "Good"\n+++\nText\n')
    bad = tmp_path / "bad.md"
    bad.write_text('+++\ntitle = "Bad"\nimage = "nowhere.webp"\n+++\nText\n')
    result = await put(shop, good, bad)
    assert result.exit_code == 1
    assert "nowhere.webp" in result.stderr
    assert await shop.output("GET", "/api/blogs") == []


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("a.txt", "", ".md or .html"),
        ("a.md", "No front matter", "+++"),
        ("a.md", "+++\ntitle = \n+++\n", "a.md"),
        ("a.md", "+++\ntitle = ''\n+++\n", "title"),
        ("a.md", "+++\ntitle = 'A'\nsize = 3\n+++\n", "size"),
        ("a.md", "+++\nkind = 'poem'\n+++\n", "poem"),
        ("contact-us.md", "+++\ntitle = 'A'\ndraft = true\n+++\n", "cannot be a draft"),
        ("A b.md", "+++\ntitle = 'A'\n+++\n", "slug"),
        ("a.md", "+++\nkind = 'faqs'\n+++\nLoose\n", "before the first question"),
        ("a.md", "+++\nkind = 'faqs'\n+++\n### Why?\n", "no answer"),
        ("a.md", "+++\nkind = 'company'\nname='A'\nprimary_colour='red'\n+++\n", "primary_colour"),
        ("a.md", "+++\ntitle = 'A'\n+++\n\x00", "NUL"),
        ("a.md", "---\ntitle: 'A\n---\n", "a.md"),
        ("a.md", "---\n- title\n---\n", "names with values"),
        ("a.md", "---\ntitle:\n---\n", "title"),
        ("a.md", "---\ntitle: A\ndate: 2024-02-31\n---\n", "a.md"),
        ("a.md", "---\ntitle: !!python/object:os.system ls\n---\n", "a.md"),
        ("a.md", "---\ntitle: A\n", "---"),
    ],
)
def test_invalid_files(tmp_path: Path, name: str, text: str, problem: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InvalidContentFile) as error:
        read(path)
    assert problem in str(error.value)


@given(st.text())
@settings(max_examples=200)
def test_html_has_no_scripts_or_frames(source: str) -> None:
    for html in (to_html(source, "markdown"), to_html(source, "html"), sanitise(source)):
        lowered = html.lower()
        assert "<script" not in lowered
        assert "<iframe" not in lowered
