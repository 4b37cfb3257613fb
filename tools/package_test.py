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
import socket
import subprocess
import sys
import tempfile
import time
import traceback
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import yaml

ROOT = Path(__file__).resolve().parents[1]

TIMEOUT_SECONDS = 120
"""For each wait. Only ends a hanging test."""

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


class Failure(Exception):
    """A failed check."""


def expect(condition: object, message: str) -> None:
    """Fail the test with the message unless the condition is true."""
    if not condition:
        raise Failure(message)


@dataclass(frozen=True, slots=True)
class Installation:
    """An environment with the wheel, and the folder that its commands run in."""

    programs: Path
    folder: Path
    cache: Path
    """Folder for copies of PostgreSQL's programs, for a user who cannot read the environment."""

    @property
    def log(self) -> Path:
        """The server's log file."""
        return self.folder.with_name(f"{self.folder.name}.log")

    @property
    def postmaster(self) -> Path:
        """PostgreSQL's pid file, which exists while it runs."""
        return self.folder / ".stallage/postgres/cluster/postmaster.pid"

    def environment(self) -> dict[str, str]:
        """Return the complete environment of a command."""
        return {
            "PATH": str(self.programs),
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "CACHE_DIRECTORY": str(self.cache),
        }

    def run(self, *words: str) -> str:
        """Run a program of the environment and return its output. Fails the test on an error."""
        return run(
            str(self.programs / words[0]), *words[1:], cwd=self.folder, env=self.environment()
        )


def run(*words: str, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> str:
    """Run a program and return its output. Fails the test on an error."""
    done = subprocess.run(
        words,
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    expect(done.returncode == 0, f"{' '.join(words)}\nended with {done.returncode}:\n{done.stdout}")
    return done.stdout


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
        licences = archive.read("stallage/web/.vite/license.md").decode()
    expect(names >= expected, f"The wheel lacks {sorted(expected - names)}.")
    expect(names <= expected, f"The wheel has {sorted(names - expected)} too many.")
    others = [line for line in re.findall(r"^## .+", licences, re.M) if not line.endswith(" (MIT)")]
    expect(not others, f"The licence in server/pyproject.toml does not name that of {others}.")


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


@contextmanager
def serving(shop: Installation) -> Iterator[httpx.Client]:
    """Run the shop and yield a client. It must stop cleanly."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with shop.log.open("wb") as log:
        server = subprocess.Popen(
            [shop.programs / "stallage", "serve", "--port", str(port)],
            cwd=shop.folder,
            env=shop.environment(),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        with httpx.Client(
            base_url=f"http://127.0.0.1:{port}", timeout=TIMEOUT_SECONDS, trust_env=False
        ) as client:
            wait_until(lambda: is_ready(server, client), "The shop is not ready.")
            yield client
        server.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            server.wait(TIMEOUT_SECONDS)
        expect(server.returncode == 0, f"After SIGTERM the server ended with {server.returncode}.")
        expect(not shop.postmaster.exists(), "PostgreSQL runs on after the server.")
    finally:
        end(server, shop)


def is_ready(server: subprocess.Popen[bytes], client: httpx.Client) -> bool:
    """Whether the shop can serve. Fails the test if it has ended."""
    expect(server.poll() is None, f"The server ended with {server.returncode}.")
    try:
        return client.get("/readyz").status_code == 200
    except httpx.TransportError:
        return False


def wait_until(condition: Callable[[], bool], message: str) -> None:
    """Wait for a condition. Fails the test after a timeout."""
    last = time.monotonic() + TIMEOUT_SECONDS
    while not condition():
        expect(time.monotonic() < last, message)
        time.sleep(0.05)


def end(server: subprocess.Popen[bytes], shop: Installation) -> None:
    """Stop all processes after a failure."""
    if server.poll() is None:
        server.terminate()
        with suppress(subprocess.TimeoutExpired):
            server.wait(TIMEOUT_SECONDS)
    if server.poll() is None:
        server.kill()
        server.wait()
    with suppress(OSError, ValueError, IndexError):
        os.kill(int(shop.postmaster.read_text().split()[0]), signal.SIGQUIT)


def check_pages(client: httpx.Client) -> None:
    """Check the home page: its script, its preloaded modules and compression."""
    page = client.get("/", headers={"Accept": "text/html"})
    expect(page.status_code == 200, f"/ answers {page.status_code}:\n{page.text}")
    script = re.search(r'<script type="module"[^>]* src="(/assets/[^"]+\.js)"', page.text)
    expect(script, f"/ has no script:\n{page.text}")
    assert script is not None
    # They come from the build's manifest, which is in a hidden folder.
    screen = re.search(r'<link rel="modulepreload"[^>]* href="/assets/home-', page.text)
    expect(screen, f"/ does not preload its screen:\n{page.text}")
    plain = client.get(script[1], headers={"Accept-Encoding": "identity"})
    packed = client.get(script[1], headers={"Accept-Encoding": "br"})
    expect(plain.status_code == 200, f"{script[1]} answers {plain.status_code}.")
    encodings = [one.headers.get("content-encoding") for one in (plain, packed)]
    expect(encodings == [None, "br"], f"{script[1]} comes in the encodings {encodings}.")
    expect(plain.content == packed.content, f"{script[1]} differs by its encoding.")


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
