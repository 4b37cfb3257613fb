"""Where a page cannot be rendered, the client renders it, and the shop says so."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from stallage.core.errors import NotReady
from stallage.rendering import isolates, rendered_pages
from stallage.rendering.isolates import Isolates, RendererBusy
from stallage.shell import shell
from tests.conftest import OpenShop
from tests.rendering.conftest import SCRIPT, pages_of, write_script
from tests.rendering.test_rendered_pages import get, source_of
from tests.shop import Shop
from tests.waiting import until

FINISH = "function finish() { return JSON.stringify(outcome); }\n"
BROKEN = {
    "throws": "function begin() { throw new Error('no luck'); }",
    "says why": "let outcome = { failure: 'no luck' }; function begin() {}\n" + FINISH,
    "does not load": "this is not JavaScript",
    "never ends": "function begin() { for (;;) {} }",
    "takes all memory": "function begin() { const all = []; for (;;) all.push(new Array(1e6).fill(1.5)); }",
    "asks for ever": (
        "let n = 0, outcome; function begin() { outcome = { needs: ['/api/faqs?n=' + n++] }; }\n"
        + FINISH
    ),
    "asks for the same again": (
        "let outcome; function begin() { outcome = { needs: ['/api/faqs'] }; }\n" + FINISH
    ),
}


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give up soon what would never end."""
    monkeypatch.setattr(isolates, "MAX_SECONDS", 3)


def assert_loads_again(page: httpx.Response) -> None:
    """A browser without a script loads the page again, and no CDN stores it until then."""
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in page.text
    assert "This page needs JavaScript." not in page.text
    assert "public" not in page.headers["cache-control"]


@pytest.mark.parametrize("fault", BROKEN)
async def test_the_client_renders_what_cannot_be_rendered(
    open_shop: OpenShop, client_dir: Path, fault: str
) -> None:
    write_script(client_dir, BROKEN[fault])
    async with open_shop(client_dir=str(client_dir), renderers=1) as shop:
        page = await get(shop, "/faqs")
        assert (page.status_code, source_of(page)) == (200, "client")
        assert '<div id="app"></div>' in page.text
        assert_loads_again(page)
        pages = pages_of(shop)
        assert pages.last_failure != ""
        assert pages.counts["client"] == 1


async def test_one_broken_page_does_not_harm_the_next(
    open_shop: OpenShop, client_dir: Path
) -> None:
    write_script(
        client_dir,
        SCRIPT.replace("const path", "if (address === '/blogs') for (;;) {}\n  const path"),
    )
    async with open_shop(client_dir=str(client_dir), renderers=1) as shop:
        assert source_of(await get(shop, "/blogs")) == "client"
        assert source_of(await get(shop, "/faqs")) == "rendered"


async def test_a_page_that_takes_too_long_is_there_when_it_is_loaded_again(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendered_pages, "COLD_SECONDS", 0)
    late = await get(shop, "/faqs")
    assert (late.status_code, source_of(late)) == (200, "client")
    assert_loads_again(late)

    async def cached() -> httpx.Response | None:
        page = await get(shop, "/faqs")
        return page if source_of(page) == "cached" else None

    page = await until(cached)
    assert 'http-equiv="refresh"' not in page.text


async def test_pages_need_a_script_where_nothing_is_rendered(
    open_shop: OpenShop, client_dir: Path
) -> None:
    async with open_shop(client_dir=str(client_dir), renderers=0) as shop:
        page = await get(shop, "/faqs")
        assert "This page needs JavaScript." in page.text
        assert 'http-equiv="refresh"' not in page.text


async def test_the_previous_page_is_sent_while_the_renderer_fails(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    await get(shop, "/faqs")

    async def fail(*_: object) -> None:
        raise isolates.RenderingFailed("no luck")

    monkeypatch.setattr(Isolates, "render", fail)
    async with shop.database.transaction() as connection:
        await connection.execute(
            "INSERT INTO faqs (question, source, answer_html, position) VALUES ('Q', 'A', 'A', 1)"
        )
    cache = shop.runtime.services["catalog"]
    cache.on_notification("names")
    page = await get(shop, "/faqs")
    assert source_of(page) == "stale"
    assert "<main" in page.text


async def test_rendering_pauses_after_failures_in_a_row(
    open_shop: OpenShop, client_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendered_pages, "PAUSE_SECONDS", 3600)
    write_script(client_dir, BROKEN["throws"])
    async with open_shop(client_dir=str(client_dir), renderers=1) as shop:
        for _ in range(rendered_pages.MAX_FAILURES):
            await get(shop, "/faqs")
        pages = pages_of(shop)
        pages.last_failure = ""
        assert source_of(await get(shop, "/faqs")) == "client"
        assert pages.last_failure == "", "nothing was tried"


async def test_too_many_waiting_pages_are_left_to_the_client(
    client_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(isolates, "MAX_WAITING", 0)
    with pytest.raises(RendererBusy):
        await Isolates(client_dir / ".server" / "render.js", 1).render(b"{}")


async def test_the_previous_page_is_sent_while_the_database_is_unavailable(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await get(shop, "/faqs")

    async def refuse(*_: object) -> None:
        raise NotReady

    monkeypatch.setattr(shell, "visited_head", refuse)
    shop.runtime.services["catalog"].on_notification("names")
    page = await get(shop, "/faqs")
    assert (page.status_code, source_of(page)) == (200, "stale")
    assert page.content == first.content
    never = await get(shop, "/blogs")
    assert (never.status_code, never.headers["retry-after"]) == (503, "5"), "was never rendered"
    assert_loads_again(never)


async def test_answers_that_the_api_refuses_are_no_failure_of_the_renderer(
    open_shop: OpenShop, client_dir: Path
) -> None:
    script = "let outcome; function begin() { outcome = { needs: ['/api/nothing'] }; }\n" + FINISH
    write_script(client_dir, script)
    async with open_shop(client_dir=str(client_dir), renderers=1) as shop:
        for _ in range(rendered_pages.MAX_FAILURES + 1):
            assert source_of(await get(shop, "/faqs")) == "client"
        pages = pages_of(shop)
        assert pages.last_failure == ""
        write_script(client_dir, SCRIPT)
        (client_dir / "index.html").touch()
        assert source_of(await get(shop, "/faqs")) == "rendered", "rendering was not paused"
