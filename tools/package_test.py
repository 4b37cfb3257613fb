"""Tests the shop installed from the wheel: no clone, no Node.js, an empty working folder, no settings.

The wheel is built twice, which must give the same bytes, and installed into a new environment with the
locked versions of its dependencies. Then its command sets up a shop, which is checked over HTTP.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
import tempfile
import time
import tomllib
import traceback
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import yaml
from installed_shop import ROOT, Failure, Installation, expect, run, serving

CATALOGUE = """\
Handle,Title,Body (HTML),Variant SKU,Variant Price,Variant Inventory Qty,Published
walk-bowl,Walk bowl,<p>A bowl.</p>,WALK-1,18.00,5,true
"""
DELIVERY = "Standard delivery=5.00"
PRODUCT_CENTS = 1800
DELIVERY_CENTS = 500
ADDRESS = {
    "firstName": "Ada",
    "lastName": "Miller",
    "line1": "12 Kiln Lane",
    "city": "Seattle",
    "state": "WA",
    "postalCode": "98101",
    "country": "US",
    "phone": "2065550143",
}


def build(folder: Path) -> Path:
    """Build the wheel into a folder and return its path."""
    run("tools/package", str(folder))
    wheels = list(folder.glob("*.whl"))
    expect(len(wheels) == 1, f"tools/package left {[wheel.name for wheel in wheels]}.")
    return wheels[0]


def check_files(wheel: Path) -> None:
    """Check that the wheel contains exactly the server's tracked files and the built client."""
    tracked = run("git", "ls-files", "-z", "server/stallage").rstrip("\0").split("\0")
    expected = {name.removeprefix("server/") for name in tracked}
    client = ROOT / "web/dist"
    expected |= {
        f"stallage/web/{path.relative_to(client)}"
        for path in client.rglob("*")
        if path.is_file() and path.name != ".stallage-built"
    }
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    expect(names >= expected, f"The wheel lacks {sorted(expected - names)}.")
    expect(names <= expected, f"The wheel has {sorted(names - expected)} too many.")


def check_licences(wheel: Path) -> None:
    """Check that the licence in server/pyproject.toml names those of all libraries in the clients."""
    with zipfile.ZipFile(wheel) as archive:
        texts = [
            archive.read(f"stallage/web/{client}.vite/license.md").decode()
            for client in ("", "backoffice/")
        ]
    found = {
        licence
        for text in texts
        for expression in re.findall(r"^## .+ \((.+)\)$", text, re.M)
        for licence in expression.split(" AND ")
    }
    expect("MIT" in found, "The wheel lists no licences of libraries.")
    project = tomllib.loads((ROOT / "server/pyproject.toml").read_text())["project"]
    missing = found - set(project["license"].split(" AND "))
    expect(not missing, f"The licence in server/pyproject.toml lacks {sorted(missing)}.")


def install(wheel: Path, environment: Path) -> Path:
    """Create an environment with the wheel and the locked packages; return the folder of its programs."""
    run(sys.executable, "-m", "venv", "--without-pip", str(environment))
    python = environment / "bin/python"
    pip = (sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check")
    quietly = ("install", "--quiet", "--no-input", "--no-compile")
    run(*pip, *quietly, "--require-hashes", "-r", "server/requirements.txt")
    run(*pip, *quietly, "--no-deps", str(wheel))
    # The locked versions satisfy the wheel's requirements.
    run(*pip, "check")
    return python.parent


def check_version(shop: Installation) -> None:
    """Check that the package and its metadata have the same version, and that it is not the clone's."""
    question = "import stallage, importlib.metadata as m; print(stallage.__path__[0]); "
    question += "print(stallage.__version__, m.version('stallage'))"
    place, versions = shop.run("python", "-c", question).splitlines()
    expect(Path(place).is_relative_to(shop.programs.parent), f"It is imported from {place}.")
    expect(len(set(versions.split())) == 1, f"Package and metadata say {versions}.")


def init_shop(shop: Installation) -> None:
    """Set up a shop without any questions."""
    words = ("--name", "Walk & Co", "--country", "US", "--currency", "USD", "--delivery", DELIVERY)
    shop.run("stallage", "init", *words, "--cash-on-delivery", "--yes")
    expect((shop.folder / "shop.toml").is_file(), "stallage init wrote no shop.toml.")


def import_catalogue(shop: Installation) -> None:
    """Import a file with one product."""
    (shop.folder / "products.csv").write_text(CATALOGUE)
    shop.run("stallage", "import", "products.csv")


def check_doctor(shop: Installation) -> None:
    """Check that the doctor finds no problems and finds the client."""
    output_text = shop.run("stallage", "doctor")
    expect(
        re.search(r"^ok +Client ", output_text, re.M),
        f"stallage doctor misses the client:\n{output_text}",
    )


def check_pages(client: httpx.Client) -> None:
    """Check the home page: its script, its preloaded modules and compression."""
    # A page that takes too long is left to the browser, and is rendered at a later visit.
    for _ in range(20):
        page = client.get("/", headers={"Accept": "text/html"})
        expect(page.status_code == 200, f"/ answers {page.status_code}:\n{page.text}")
        # A page from the server names its scripts, which are loaded later. They come from the build's
        # manifest, which is in a hidden folder.
        block = re.search(r'<script type="application/json" id="scripts">(.+?)</script>', page.text)
        if block is not None:
            break
    expect(block, f"/ has no scripts, or was not rendered:\n{page.text}")
    assert block is not None
    script, *preloaded = json.loads(block[1])
    expect(
        any(name.startswith("/assets/home-") for name in preloaded),
        f"/ does not preload its screen: {preloaded}",
    )
    plain = client.get(script, headers={"Accept-Encoding": "identity"})
    packed = client.get(script, headers={"Accept-Encoding": "br"})
    expect(plain.status_code == 200, f"{script} answers {plain.status_code}.")
    encodings = [one.headers.get("content-encoding") for one in (plain, packed)]
    expect(encodings == [None, "br"], f"{script} comes in the encodings {encodings}.")
    expect(plain.content == packed.content, f"{script} differs by its encoding.")


def check_health_checks(shop: Installation, client: httpx.Client) -> None:
    """Check that the health checks in Containerfile and compose.yaml pass, and fail without the shop."""
    image = (ROOT / "Containerfile").read_text()
    written = re.search(r"^HEALTHCHECK .*\\\n +CMD (\[.*\])$", image, re.M)
    expect(written, "The Containerfile has no HEALTHCHECK.")
    assert written is not None
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    for program, *words in (
        json.loads(written[1]),
        services["shop"]["healthcheck"]["test"][1:],
    ):
        port = str(client.base_url.port)
        shop.run(program, *(word.replace("8000", port) for word in words))
        try:
            # Nothing listens on this port.
            shop.run(program, *(word.replace("8000", "1") for word in words))
        except Failure:
            continue
        raise Failure(f"This health check cannot fail: {words}")


def find_sku(client: httpx.Client) -> int:
    """Return the SKU of the imported product, from the product list and the product page."""
    listed = output(client, "GET", "/api/products")["items"]
    expect([one["slug"] for one in listed] == ["walk-bowl"], f"/api/products lists {listed}.")
    sku_id: int = output(client, "GET", "/api/products/walk-bowl")["skus"][0]["skuId"]
    return sku_id


def order_as_guest(client: httpx.Client, sku_id: int) -> None:
    """Put the product into a guest's cart and order it with cash on delivery."""
    lines = [sku_id, sku_id]
    (line,) = output(client, "POST", "/api/carts/guest", json=lines)
    seen = (line["skuId"], line["quantity"], line["problem"])
    expect(seen == (sku_id, 2, None), f"The cart says {line}.")
    place = {name: ADDRESS[name] for name in ("city", "state", "postalCode", "country")}
    quote = output(client, "POST", "/api/checkout/quote", json={"skuIds": lines, "address": place})
    total = quote["total"]["amount"]
    expect(not quote["problems"], f"The quote says {quote['problems']}.")
    expect(total == 2 * PRODUCT_CENTS + DELIVERY_CENTS, f"Two bowls cost {quote['total']}.")
    order = output(
        client,
        "POST",
        "/api/orders",
        json={
            "skuIds": lines,
            "contact": {"email": "ada@example.com", "firstName": "Ada", "lastName": "Miller"},
            "address": ADDRESS,
            "shippingMethod": quote["shippingMethod"],
            "paymentMethod": "cod",
            "expectedTotal": total,
        },
        headers={"Idempotency-Key": "walk-order"},
    )
    shown = output(client, "GET", f"/api/orders/{order['orderId']}", params={"key": order["key"]})
    expect(shown["orderId"] == order["orderId"], f"The order is shown as {shown}.")


def output(client: httpx.Client, method: str, path: str, **arguments: Any) -> Any:
    """Call the API and return the output. Fails the test on an error."""
    response = client.request(method, path, **arguments)
    expect(response.is_success, f"{method} {path} answers {response.status_code}:\n{response.text}")
    return response.json()["output"]


def install_plugin(shop: Installation, tools: Path) -> None:
    """Install the example plug-in like its author would, and check it."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    quietly = ("install", "--quiet", "--no-input", "--no-compile")
    run(
        *pip,
        *quietly,
        "--require-hashes",
        "--target",
        str(tools),
        "-r",
        "server/requirements-build.txt",
    )
    copy = tools.with_name("plugin")
    shutil.copytree(ROOT / "examples/stallage-stamp-card", copy)
    run(
        *(sys.executable, "-m", "pip", "--python", str(shop.programs / "python")),
        *(*quietly, "--no-deps", "--no-build-isolation", str(copy)),
        env={**os.environ, "PYTHONPATH": str(tools)},
    )
    checked = shop.run("stallage", "check-feature", "stallage_stamp_card")
    expect("follows all rules" in checked, f"stallage check-feature says:\n{checked}")
    with serving(shop) as client:
        status = client.get("/api/stamp-card").status_code
        expect(status == 401, f"/api/stamp-card answers {status} to a guest.")


def walk(shop: Installation) -> None:
    """Go from an empty folder to the first order, and print how long it took."""
    for program in ("node", "npm"):
        found = shutil.which(program, path=shop.environment()["PATH"])
        expect(found is None, f"{program} can be reached: {found}")
    expect("stallage " in shop.run("stallage", "--version"), "There is no version.")
    for words in (("stallage", "--help"), ("python", "-m", "stallage", "--help")):
        expect("serve" in shop.run(*words), f"{' '.join(words)} does not list serve.")
    check_version(shop)
    started = time.monotonic()
    init_shop(shop)
    import_catalogue(shop)
    with serving(shop) as client:
        order_as_guest(client, find_sku(client))
        taken = time.monotonic() - started
        check_pages(client)
        check_health_checks(shop, client)
    check_doctor(shop)
    print(f"From an empty folder to the first order: {taken:.0f} s.")


def walk_demo(shop: Installation) -> None:
    """Start the demo shop like in the README: `stallage demo`, `stallage serve`."""
    shop.run("stallage", "demo")
    with serving(shop) as client:
        listed = output(client, "GET", "/api/products")["items"]
        expect(len(listed) > 1, f"The demo shop lists {listed}.")
        check_pages(client)
        picture = client.get(listed[0]["image"]["path"])
        expect(picture.status_code == 200, f"A picture answers {picture.status_code}.")


def test(closed: Path, cache: Path) -> None:
    """Run all checks in a private folder.

    As root, PostgreSQL runs as another user, who cannot read the environment; its programs are
    copied into the cache.
    """
    cache.chmod(0o755)
    shop = Installation(closed / "environment/bin", closed / "empty", cache)
    shop.folder.mkdir()
    try:
        wheel = build(closed / "wheel")
        check_files(wheel)
        check_licences(wheel)
        again = build(closed / "again")
        expect(wheel.read_bytes() == again.read_bytes(), "The second wheel has other bytes.")
        install(wheel, closed / "environment")
        walk(shop)
        shop = replace(shop, folder=closed / "demo")
        shop.folder.mkdir()
        walk_demo(shop)
        install_plugin(shop, closed / "tools")
    except Exception as error:
        print(error if isinstance(error, Failure) else traceback.format_exc())
        if shop.log.exists():
            print(f"The server's log:\n{shop.log.read_text(errors='replace')}")
        raise SystemExit(1) from None


if __name__ == "__main__":
    # A terminated test also stops what it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory() as closed, tempfile.TemporaryDirectory() as cache:
        test(Path(closed), Path(cache))
    print("The shop from the wheel works.")
