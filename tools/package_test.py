"""Tests the shop that comes from the wheel: no clone, no Node.js, an empty current folder, no settings.

The wheel is built twice, which must give the same bytes, and installed into a fresh environment with the
locked versions of what it depends on. Then its command sets up a shop, which is checked over HTTP.
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

PATIENCE_SECONDS = 120
"""For each thing that is waited for. Nothing is measured; this only ends a test that hangs."""

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
    """What is not as it should be."""


def expect(condition: object, message: str) -> None:
    """Fails the test with the message unless the condition holds."""
    if not condition:
        raise Failure(message)


@dataclass(frozen=True, slots=True)
class Installation:
    """An environment with the wheel in it, and the folder that its commands run in."""

    programs: Path
    folder: Path
    cache: Path
    """Where PostgreSQL's programs are copied for a user who cannot enter the environment."""

    @property
    def log(self) -> Path:
        """What the server writes."""
        return self.folder.with_name(f"{self.folder.name}.log")

    @property
    def postmaster(self) -> Path:
        """The file that PostgreSQL keeps while it runs; its first line is the process id."""
        return self.folder / ".stallage/postgres/cluster/postmaster.pid"

    def environment(self) -> dict[str, str]:
        """Everything that a command gets to see."""
        return {
            "PATH": str(self.programs),
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "CACHE_DIRECTORY": str(self.cache),
        }

    def run(self, *words: str) -> str:
        """Runs a program of the environment; its output. Fails the test where the program fails."""
        return run(
            str(self.programs / words[0]), *words[1:], cwd=self.folder, env=self.environment()
        )


def run(*words: str, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> str:
    """Runs a program to its end; its output. Fails the test where the program fails."""
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
    """The wheel, built into a folder."""
    run("tools/package", str(folder))
    wheels = list(folder.glob("*.whl"))
    expect(len(wheels) == 1, f"tools/package left {[wheel.name for wheel in wheels]}.")
    return wheels[0]


def check_files(wheel: Path) -> None:
    """Everything that git tracks of the server and all of the built client is in it, nothing else."""
    tracked = run("git", "ls-files", "-z", "server/stallage").rstrip("\0").split("\0")
    wanted = {name.removeprefix("server/") for name in tracked}
    client = ROOT / "web/dist"
    wanted |= {
        f"stallage/web/{path.relative_to(client)}"
        for path in client.rglob("*")
        if path.is_file() and path.name != ".stallage-built"
    }
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        notices = archive.read("stallage/web/.vite/license.md").decode()
    expect(names >= wanted, f"The wheel lacks {sorted(wanted - names)}.")
    expect(names <= wanted, f"The wheel has {sorted(names - wanted)} too many.")
    others = [line for line in re.findall(r"^## .+", notices, re.M) if not line.endswith(" (MIT)")]
    expect(not others, f"The licence in server/pyproject.toml does not name that of {others}.")


def install(wheel: Path, environment: Path) -> Path:
    """Makes an environment with the wheel and the locked packages; the folder of its programs."""
    run(sys.executable, "-m", "venv", "--without-pip", str(environment))
    python = environment / "bin/python"
    pip = (sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check")
    quietly = ("install", "--quiet", "--no-input", "--no-compile")
    run(*pip, *quietly, "--require-hashes", "-r", "server/requirements.txt")
    run(*pip, *quietly, "--no-deps", str(wheel))
    # The locked versions are what the wheel asks for, and none is missing.
    run(*pip, "check")
    return python.parent


def check_version(shop: Installation) -> None:
    """The package says the version that its metadata says, and is not the clone's."""
    question = "import stallage, importlib.metadata as m; print(stallage.__path__[0]); "
    question += "print(stallage.__version__, m.version('stallage'))"
    place, versions = shop.run("python", "-c", question).splitlines()
    expect(Path(place).is_relative_to(shop.programs.parent), f"It is imported from {place}.")
    expect(len(set(versions.split())) == 1, f"Package and metadata say {versions}.")


def init_shop(shop: Installation) -> None:
    """Sets a shop up without being asked anything."""
    words = ("--name", "Walk & Co", "--country", "US", "--currency", "USD", "--delivery", DELIVERY)
    shop.run("stallage", "init", *words, "--cash-on-delivery", "--yes")
    expect((shop.folder / "shop.toml").is_file(), "stallage init wrote no shop.toml.")


def import_catalogue(shop: Installation) -> None:
    """Takes a file with one product in."""
    (shop.folder / "products.csv").write_text(CATALOGUE)
    shop.run("stallage", "import", "products.csv")


def check_doctor(shop: Installation) -> None:
    """Nothing is wrong with the shop, its client is there."""
    said = shop.run("stallage", "doctor")
    expect(re.search(r"^ok +Client ", said, re.M), f"stallage doctor misses the client:\n{said}")


@contextmanager
def serving(shop: Installation) -> Iterator[httpx.Client]:
    """A client of the running shop. Its end must be a clean one."""
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
            base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_SECONDS, trust_env=False
        ) as client:
            wait_until(lambda: is_ready(server, client), "The shop is not ready.")
            yield client
        server.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            server.wait(PATIENCE_SECONDS)
        expect(server.returncode == 0, f"After SIGTERM the server ended with {server.returncode}.")
        expect(not shop.postmaster.exists(), "PostgreSQL runs on after the server.")
    finally:
        end(server, shop)


def is_ready(server: subprocess.Popen[bytes], client: httpx.Client) -> bool:
    """Whether the shop can serve; fails the test where it has ended."""
    expect(server.poll() is None, f"The server ended with {server.returncode}.")
    try:
        return client.get("/readyz").status_code == 200
    except httpx.TransportError:
        return False


def wait_until(condition: Callable[[], bool], message: str) -> None:
    """Waits for a condition; fails the test where it does not come about."""
    last = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        expect(time.monotonic() < last, message)
        time.sleep(0.05)


def end(server: subprocess.Popen[bytes], shop: Installation) -> None:
    """Leaves no process behind where the test has failed."""
    if server.poll() is None:
        server.terminate()
        with suppress(subprocess.TimeoutExpired):
            server.wait(PATIENCE_SECONDS)
    if server.poll() is None:
        server.kill()
        server.wait()
    with suppress(OSError, ValueError, IndexError):
        os.kill(int(shop.postmaster.read_text().split()[0]), signal.SIGQUIT)


def check_pages(client: httpx.Client) -> None:
    """The home page is the client's, with what its screen needs, and its script comes compressed."""
    page = client.get("/", headers={"Accept": "text/html"})
    expect(page.status_code == 200, f"/ answers {page.status_code}:\n{page.text}")
    script = re.search(r'<script type="module"[^>]* src="(/assets/[^"]+\.js)"', page.text)
    expect(script, f"/ has no script:\n{page.text}")
    assert script is not None
    # They come from the build's manifest, which lies in a hidden folder.
    screen = re.search(r'<link rel="modulepreload"[^>]* href="/assets/home-', page.text)
    expect(screen, f"/ does not preload its screen:\n{page.text}")
    plain = client.get(script[1], headers={"Accept-Encoding": "identity"})
    packed = client.get(script[1], headers={"Accept-Encoding": "br"})
    expect(plain.status_code == 200, f"{script[1]} answers {plain.status_code}.")
    encodings = [one.headers.get("content-encoding") for one in (plain, packed)]
    expect(encodings == [None, "br"], f"{script[1]} comes in the encodings {encodings}.")
    expect(plain.content == packed.content, f"{script[1]} differs by its encoding.")


def check_health_checks(shop: Installation, client: httpx.Client) -> None:
    """The health checks of the Containerfile and of compose.yaml pass, and fail without the shop."""
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
    """The SKU of the imported product, by the list of products and the product's own page."""
    listed = output(client, "GET", "/api/products")["items"]
    expect([one["slug"] for one in listed] == ["walk-bowl"], f"/api/products lists {listed}.")
    sku_id: int = output(client, "GET", "/api/products/walk-bowl")["skus"][0]["skuId"]
    return sku_id


def order_as_guest(client: httpx.Client, sku_id: int) -> None:
    """Puts the product into a guest's cart and orders it, to be paid on delivery."""
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
    """Calls the API; the output. Fails the test where the call is refused."""
    response = client.request(method, path, **arguments)
    expect(response.is_success, f"{method} {path} answers {response.status_code}:\n{response.text}")
    return response.json()["output"]


def install_plugin(shop: Installation, tools: Path) -> None:
    """Installs the example plug-in as its author would, and checks it there."""
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
    expect("keeps every rule" in checked, f"stallage check-feature says:\n{checked}")
    with serving(shop) as client:
        status = client.get("/api/stamp-card").status_code
        expect(status == 401, f"/api/stamp-card answers {status} to a guest.")


def walk(shop: Installation) -> None:
    """From an empty folder to the first order, as a person would; says how long that took."""
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
    """The demo shop as the README starts it: `stallage demo`, `stallage serve`."""
    shop.run("stallage", "demo")
    with serving(shop) as client:
        listed = output(client, "GET", "/api/products")["items"]
        expect(len(listed) > 1, f"The demo shop lists {listed}.")
        check_pages(client)
        picture = client.get(listed[0]["image"]["path"])
        expect(picture.status_code == 200, f"A picture answers {picture.status_code}.")


def test(closed: Path, cache: Path) -> None:
    """Everything, in a folder that nobody else may enter.

    Root's PostgreSQL runs as another user, who cannot reach the environment there: its programs
    are copied into the cache.
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
    # A stopped test ends what it has started, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory() as closed, tempfile.TemporaryDirectory() as cache:
        test(Path(closed), Path(cache))
    print("The shop from the wheel works.")
