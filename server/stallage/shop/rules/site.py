"""What the heads of all pages share: the shop's name, URL and logo, and its offer terms."""

from __future__ import annotations

from dataclasses import dataclass

PREVIEW_WIDTH = 1280
"""Width in pixels of the image in a link preview."""


@dataclass(frozen=True, slots=True)
class DeliveryTerm:
    """A delivery method, as structured data describes it."""

    price: int
    """In minor units."""
    free_over: int | None
    """Order value from which delivery is free, in minor units; None: never."""
    min_days: int
    max_days: int
    bands: tuple[tuple[int | None, int], ...] = ()
    """Prices by the value of the order, up to each limit; empty: `price` for every order."""

    def cost_of(self, value: int) -> int | None:
        """What it costs for an order of this value; None if it does not carry one."""
        if self.free_over is not None and value >= self.free_over:
            return 0
        if not self.bands:
            return self.price
        fitting = (price for limit, price in self.bands if limit is None or value <= limit)
        return next(fitting, None)


@dataclass(frozen=True, slots=True)
class OfferTerms:
    """Delivery and return terms of every offer, in the shop's own country."""

    country: str
    return_days: int
    deliveries: tuple[DeliveryTerm, ...]


@dataclass(frozen=True, slots=True)
class Site:
    """What the heads of all pages share."""

    name: str
    public_url: str
    """Without a trailing slash."""
    locale: str
    logo: str | None
    terms: OfferTerms | None = None
    """None if no feature has registered a reader with `register_offer_terms`."""

    def address(self, path: str) -> str:
        """Return the absolute URL of a path; a URL stays as it is."""
        return path if path.startswith(("http://", "https://")) else f"{self.public_url}{path}"

    def preview(self, image: str) -> str:
        """Return the URL of an image at the width of a link preview."""
        has_renditions = image.startswith("/media/") and image.endswith(".webp")
        return self.address(f"{image}?w={PREVIEW_WIDTH}" if has_renditions else image)
