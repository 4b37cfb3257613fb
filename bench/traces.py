"""What traces cost: processor time per request with and without them: `python -m bench.traces`.

A receiver on this machine takes the spans and discards them. Processor time, unlike requests per second,
hardly depends on what else the machine does.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from bench import catalogue
from bench.harness import fresh_shop, load, print_table, shop_serving
from bench.reads import paths_by_kind

SECONDS = 4.0
ROUNDS = 2


@contextmanager
def receiver() -> Iterator[str]:
    """Run a receiver of traces; yield its address."""

    class Discarding(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Discarding)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()


def processor_seconds(pid: int) -> float:
    """Return the processor time that all threads of a process have used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure and print."""
    with fresh_shop() as (folder, dsn), receiver() as url:
        paths = paths_by_kind(asyncio.run(catalogue.fill(dsn)))
        on = {"OTEL_EXPORTER_OTLP_ENDPOINT": url}
        tenth = {
            "OTEL_TRACES_SAMPLER": "parentbased_traceidratio",
            "OTEL_TRACES_SAMPLER_ARG": "0.1",
        }
        kinds = {"off": {}, "one of ten": {**on, **tenth}, "all": on}
        costs: dict[tuple[str, str], list[float]] = defaultdict(list)
        for _ in range(ROUNDS):
            for name, variables in kinds.items():
                for kind, cache in {"cached list": "32", "uncached list": "0"}.items():
                    settings = {**variables, "STALLAGE_RESPONSE_CACHE_MB": cache}
                    with shop_serving(folder, dsn, **settings) as (port, pid):
                        lists = paths["list of 24 with facets"]
                        load(port, lists, 1.0)
                        began = processor_seconds(pid)
                        found = load(port, lists, SECONDS)
                        spent = processor_seconds(pid) - began
                        costs[kind, name].append(1e6 * spent / (found.per_second * SECONDS))
    print_table(
        "Processor time of the shop's process per request, in µs, means",
        ["", *kinds],
        [
            [kind, *(f"{statistics.mean(costs[kind, name]):.0f}" for name in kinds)]
            for kind in ("cached list", "uncached list")
        ],
    )


if __name__ == "__main__":
    main()
