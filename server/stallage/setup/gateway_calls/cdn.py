"""Fetches a picture and a page from the CDN, as a visitor's browser would."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from dataclasses import dataclass

import httpx

from stallage.core.guarded_http import GuardedTransport, TargetRefused, TargetUnresolved
from stallage.core.runtime import Runtime
from stallage.core.traced_http import http_transport
from stallage.settings import Settings
from stallage.setup.queries import public_picture
from stallage.setup.rules import cdn as rules
from stallage.setup.schemas import CdnStepName, CdnTrial, CdnTrialStep, StepState

SECONDS = 10.0
"""Time limit for each request as a whole."""
MAX_BYTES = 32 * 1024 * 1024
SMALL = 160
"""Pixels: a width that the storefront asks for."""
ENDPOINTS = ("cdn_endpoint", "cdn_fallback_endpoint")


class _Unusable(Exception):
    """An answer that is no file, with what to do about it."""

    def __init__(self, message: str, advice: str) -> None:
        super().__init__(message)
        self.advice = advice


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class _Expected:
    """A picture of the shop, in full size and small."""

    path: str
    full: bytes
    small: bytes


class _Trial:
    """The steps of an endpoint so far."""

    def __init__(self, client: httpx.AsyncClient, endpoint: str, origin: str) -> None:
        self._client = client
        self.endpoint = endpoint.rstrip("/")
        self.origin = origin
        self.steps: list[CdnTrialStep] = []
        self.current: CdnStepName = "picture"

    def add(self, name: CdnStepName, state: StepState, message: str, advice: str = "") -> None:
        self.steps.append(
            CdnTrialStep(
                endpoint=self.endpoint,
                name=name,
                state=state,
                message=message,
                advice=advice or None,
            )
        )

    async def get(self, path: str) -> _Answer:
        """Fetch a path. Redirects are not followed. Raises _Unusable."""
        url = f"{self.endpoint}{path}"
        try:
            async with asyncio.timeout(SECONDS), self._client.stream("GET", url) as response:
                return _Answer(response.status_code, response.headers, await _body(response))
        except TargetRefused as error:
            raise _Unusable(f"This address is not tried: {error}.", rules.PRIVATE_ADVICE) from error
        except TargetUnresolved as error:
            raise _Unusable(f"{str(error).capitalize()}.", rules.HOST_ADVICE) from error
        except TimeoutError as error:
            text = f"There was no complete answer within {SECONDS:.0f} seconds."
            raise _Unusable(text, rules.TIME_ADVICE) from error
        except (httpx.HTTPError, httpx.InvalidURL, ValueError, OSError) as error:
            raise _failure_of(error) from error

    async def get_file(self, step: CdnStepName, path: str) -> _Answer:
        """Fetch a path that must be answered with a file. Raises _Unusable."""
        self.current = step
        found = await self.get(path)
        if 300 <= found.status < 400:
            location = found.headers.get("location", "")
            raise _Unusable(
                f"The CDN redirects to another address (status {found.status}).",
                rules.redirect_advice(location, self.origin),
            )
        if found.status != httpx.codes.OK:
            raise _Unusable(
                f"The CDN answers with the status {found.status}.",
                rules.status_advice(found.status, self.origin),
            )
        return found


async def _body(response: httpx.Response) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in response.aiter_raw():
        size += len(part)
        if size > MAX_BYTES:
            raise _Unusable("The answer does not end.", rules.OTHER_FILE_ADVICE)
        parts.append(part)
    return b"".join(parts)


def _failure_of(error: Exception) -> _Unusable:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            text = f"The certificate is not valid for this address: {cause.verify_message}."
            return _Unusable(text, rules.TLS_ADVICE)
        if isinstance(cause, ssl.SSLError):
            return _Unusable("There is no encrypted connection at this address.", rules.TLS_ADVICE)
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, httpx.TimeoutException):
        text = f"There was no complete answer within {SECONDS:.0f} seconds."
        return _Unusable(text, rules.TIME_ADVICE)
    return _Unusable("The CDN could not be reached.", rules.HOST_ADVICE)


async def try_cdn(runtime: Runtime, settings: Settings) -> CdnTrial:
    """Fetch a picture and a page through each CDN, and say what works and what to do otherwise."""
    endpoints = [url for url in (getattr(settings, name) for name in ENDPOINTS) if url]
    if not endpoints:
        return CdnTrial(
            succeeded=False,
            steps=[
                CdnTrialStep(
                    endpoint="",
                    name="picture",
                    state="skipped",
                    message="There is no CDN: visitors load pictures from the shop itself.",
                    advice="Enter the CDN's address to try it.",
                )
            ],
        )
    expected = await _expected(runtime)
    steps: list[CdnTrialStep] = []
    async with _client(settings) as client:
        for endpoint in endpoints:
            trial = _Trial(client, endpoint, settings.public_url)
            try:
                await _try_pictures(trial, expected)
                await _try_page(trial)
            except _Unusable as error:
                trial.add(trial.current, "failed", str(error), error.advice)
            steps += trial.steps
    return CdnTrial(succeeded=all(one.state != "failed" for one in steps), steps=steps)


def _client(settings: Settings) -> httpx.AsyncClient:
    # The address is typed by an operator and may lead into the shop's own network.
    plain = http_transport(limits=httpx.Limits(max_connections=1, max_keepalive_connections=0))
    return httpx.AsyncClient(
        transport=plain if settings.fetch_private_addresses else GuardedTransport(plain),
        timeout=SECONDS,
        follow_redirects=False,
        trust_env=False,
        headers={
            "User-Agent": "Stallage",
            "Accept": "image/webp,text/html,*/*",
            "Accept-Encoding": "identity",
        },
    )


async def _expected(runtime: Runtime) -> _Expected | None:
    """Return the picture to fetch, as the shop serves it; None if it has none."""
    async with runtime.database.reading() as connection:
        path = await public_picture(connection)
    if path is None:
        return None

    def read() -> _Expected | None:
        full = runtime.media.load_rendition(path, None)
        small = runtime.media.load_rendition(path, SMALL)
        if full is None or small is None:
            return None
        return _Expected(path, full.content, small.content)

    return await asyncio.to_thread(read)


async def _try_pictures(trial: _Trial, expected: _Expected | None) -> None:
    if expected is None:
        trial.add(
            "picture",
            "skipped",
            "The shop has no picture to fetch.",
            "Add a product with a picture, and try again.",
        )
        return
    found = await trial.get_file("picture", expected.path)
    kind = found.headers.get("content-type", "")
    if not kind.startswith("image/"):
        text = f"The CDN answers with {kind[:80] or 'a file of unknown kind'} instead of a picture."
        trial.add("picture", "failed", text, rules.status_advice(404, trial.origin))
        return
    if found.body != expected.full:
        text = (
            f"The CDN delivers another file: {len(found.body):,} bytes instead of"
            f" {len(expected.full):,}."
        )
        trial.add("picture", "failed", text, rules.OTHER_FILE_ADVICE)
        return
    size = f"{len(found.body):,} bytes"
    trial.add("picture", "passed", f"A picture arrives as the shop serves it ({size}).")
    await _try_sizes(trial, expected)
    await _try_cache(trial, expected)


async def _try_sizes(trial: _Trial, expected: _Expected) -> None:
    if expected.small == expected.full:
        trial.add("sizes", "skipped", "The picture is too small to have other sizes.")
        return
    found = await trial.get_file("sizes", f"{expected.path}?w={SMALL}")
    if found.body == expected.small:
        trial.add("sizes", "passed", "Smaller sizes arrive, too.")
    elif found.body == expected.full:
        trial.add(
            "sizes",
            "failed",
            "Instead of a small picture, the full one arrives.",
            rules.SIZES_ADVICE,
        )
    else:
        trial.add("sizes", "failed", "A small picture arrives changed.", rules.OTHER_FILE_ADVICE)


async def _try_cache(trial: _Trial, expected: _Expected) -> None:
    """Fetch the picture again, which should come from the cache."""
    found = rules.caching_of((await trial.get_file("cache", expected.path)).headers)
    if found.lifetime < rules.MIN_PICTURE_SECONDS:
        text = f"Pictures may be cached for {found.lifetime:,} seconds only."
        trial.add("cache", "failed", text, rules.LIFETIME_ADVICE)
    elif found.is_hit is None:
        trial.add(
            "cache",
            "skipped",
            "The CDN does not say whether pictures come from its cache.",
            "Look at the share of cached requests in its own statistics.",
        )
    elif found.is_hit:
        text = f"The second request was answered from the cache ({found.evidence})."
        trial.add("cache", "passed", text)
    else:
        text = f"The second request went to the shop again ({found.evidence})."
        trial.add("cache", "failed", text, rules.CACHE_ADVICE)


async def _try_page(trial: _Trial) -> None:
    """Fetch the home page, which a CDN for pictures need not have, but must not keep."""
    trial.current = "page"
    found = await trial.get("/")
    is_page = found.headers.get("content-type", "").startswith("text/html")
    if found.status != httpx.codes.OK or not is_page:
        trial.add(
            "page",
            "passed",
            f"Pages are not served here (status {found.status}), and need not be: visitors load only"
            " pictures from this address.",
        )
        return
    caching = rules.caching_of(found.headers)
    held = max(caching.age or 0, caching.lifetime)
    if held > rules.MAX_PAGE_SECONDS:
        text = f"The home page is cached for {held:,} seconds."
        trial.add("page", "failed", text, rules.PAGE_ADVICE)
    else:
        trial.add(
            "page", "passed", "The home page arrives and is not kept longer than the shop says."
        )
