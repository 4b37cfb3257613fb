"""The service worker and its shell."""

from __future__ import annotations

from pathlib import Path

from stallage.shop.actions import put_company
from stallage.shop.drafts import CompanyDraft
from tests.conftest import OpenShop
from tests.shell.client_build import WORKER, write_build
from tests.shop import Shop


async def test_the_worker_is_revalidated_and_controls_the_whole_shop(shop: Shop) -> None:
    response = await shop.client.get("/sw.js")
    assert response.status_code == 200
    assert response.text == WORKER
    assert response.headers["content-type"] == "text/javascript; charset=utf-8"
    assert response.headers["cache-control"] == "no-cache"
    again = await shop.client.get("/sw.js", headers={"If-None-Match": response.headers["etag"]})
    assert again.status_code == 304


async def test_the_shell_is_the_client_without_a_page(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await put_company(connection, CompanyDraft(name="Kiln"))
    response = await shop.client.get("/shell.html")
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/html")
    assert response.headers["cache-control"] == "no-cache"
    assert "/assets/index-a1b2.js" in response.text
    assert '<div id="app"></div>' in response.text
    assert "<title data-page-head>Kiln</title>" in response.text
    assert "noindex" in response.text
    policy = response.headers["content-security-policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy


async def test_a_worker_that_is_switched_off_removes_itself(
    open_shop: OpenShop, tmp_path: Path
) -> None:
    folder = write_build(tmp_path / "client")
    async with open_shop(client_dir=str(folder), service_worker=False) as shop:
        response = await shop.client.get("/sw.js")
        assert response.status_code == 200
        assert response.headers["cache-control"] == "no-cache"
        assert "registration.unregister()" in response.text
        assert "caches.delete" in response.text
        assert '"fetch"' not in response.text
        assert (await shop.client.get("/shell.html")).status_code == 404


async def test_a_build_without_a_worker_removes_the_one_before(
    open_shop: OpenShop, tmp_path: Path
) -> None:
    folder = write_build(tmp_path / "client")
    (folder / "sw.js").unlink()
    async with open_shop(client_dir=str(folder)) as shop:
        assert "registration.unregister()" in (await shop.client.get("/sw.js")).text
