"""The pages of the storefront: one manifest for the client's router and for the server.

`python -m stallage.contract` writes it to `contract/routes.json`, from which the client builds its router
and the development server its proxy. The server reads it to match first visits, to preload a page's
module, to build links and to redirect old slugs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias
from urllib.parse import quote

Access: TypeAlias = Literal["public", "visitor", "customer", "customer_or_key"]
"""Who a page is for.

`public`: the same for everybody, indexed by search engines. `visitor`: about one visitor. `customer`:
needs sign-in. `customer_or_key`: needs sign-in or the key of an order link.
"""


@dataclass(frozen=True, slots=True)
class ClientRoute:
    """A page of the storefront."""

    name: str
    path: str
    """Pattern below `/`; `:name` is a parameter, `:name?` may be missing on the client."""
    module: str
    """File in `web/src/routes`, without its extension."""
    access: Access = "public"
    title: str = ""
    """Title of a first visit to a page that search engines do not index."""
    layout: str = ""
    """Module of the layout route around this page."""
    list_parameter: str = ""
    """The query parameter of `GET /api/products` that the page's slug stands for."""
    slug_kind: str = ""
    """Kind of `slug_redirects` that redirects to this page."""

    def match(self, segments: Sequence[str]) -> dict[str, str] | None:
        """Return the parameters if the decoded path segments match, else None."""
        pattern = self.path.split("/") if self.path else []
        if len(pattern) != len(segments):
            return None
        parameters: dict[str, str] = {}
        for expected, actual in zip(pattern, segments, strict=True):
            if expected.startswith(":"):
                parameters[expected.strip(":?")] = actual
            elif expected != actual:
                return None
        return parameters

    def url(self, **parameters: object) -> str:
        """Return the path with its parameters filled in and escaped."""
        return "/" + "/".join(
            quote(str(parameters[part.strip(":?")]), safe="") if part.startswith(":") else part
            for part in self.path.split("/")
        )


_PROFILE = "userProfile"

ROUTES = (
    ClientRoute("home", "", "home"),
    ClientRoute("login", "login", "login", "visitor", "Sign in"),
    ClientRoute("guestWishlist", "wishlist", "guestWishlist", "visitor", "Wishlist"),
    ClientRoute(
        "sharedWishlist", "shared-wishlist/:token?", "sharedWishlist", "visitor", "Shared wishlist"
    ),
    ClientRoute("cart", "cart", "cart", "visitor", "Cart"),
    ClientRoute("checkout", "checkout", "checkout", "visitor", "Checkout"),
    ClientRoute("product", "products/:slug", "product", slug_kind="product"),
    ClientRoute("blogs", "blogs", "blogs"),
    ClientRoute("blog", "blogs/:value", "blog", slug_kind="blog"),
    ClientRoute("returnAndExchange", "return-and-exchange", "returnAndExchange"),
    ClientRoute("termsAndConditions", "terms-and-conditions", "termsAndConditions"),
    ClientRoute("faqs", "faqs", "faqs"),
    ClientRoute("contactUs", "contact-us", "contactUs"),
    ClientRoute("page", "page/:slug", "page", slug_kind="page"),
    ClientRoute("collections", "collections", "collections"),
    ClientRoute(
        "categoryList",
        "c/collections/:slug",
        "productList",
        list_parameter="category",
        slug_kind="category",
    ),
    ClientRoute(
        "salesList", "sa/collections/:slug", "productList", list_parameter="sale", slug_kind="sale"
    ),
    ClientRoute(
        "sliderList",
        "s/collections/:slug",
        "productList",
        list_parameter="slider",
        slug_kind="slider",
    ),
    ClientRoute(
        "featureSectionList",
        "collections/:parentId/:slug",
        "productList",
        list_parameter="section",
        slug_kind="tile",
    ),
    ClientRoute(
        "collectionList",
        "collection/:slug",
        "productList",
        list_parameter="collection",
        slug_kind="collection",
    ),
    ClientRoute("compare", "compare", "compare", "visitor", "Compare products"),
    ClientRoute("search", "search", "productList", list_parameter="q"),
    ClientRoute("orderDetail", "order-detail/:orderId", "orderDetail", "customer_or_key", "Order"),
    ClientRoute("withdraw", "withdraw", "withdraw", "visitor", "Withdraw from contract"),
    ClientRoute("findOrder", "find-order", "findOrder", "visitor", "Find your order"),
    ClientRoute(
        "writeReview", "write-review/:orderId", "writeReview", "customer", "Write a review"
    ),
    ClientRoute("supportTicket", "support-ticket", "supportTicket", "customer", "Support tickets"),
    ClientRoute("newsletter", "newsletter/:token", "newsletter", "visitor", "Newsletter"),
    ClientRoute("unsubscribe", "unsubscribe/:kind/:token", "unsubscribe", "visitor", "Unsubscribe"),
    ClientRoute("yourData", "your-data", "yourData", "visitor", "Your data"),
    ClientRoute("userProfile", "user-profile", "profile", "customer", "Profile", _PROFILE),
    ClientRoute("profile", "user-profile/profile", "profile", "customer", "Profile", _PROFILE),
    ClientRoute(
        "addresses", "user-profile/addresses", "addresses", "customer", "Addresses", _PROFILE
    ),
    ClientRoute("wishlist", "user-profile/wishlist", "wishlist", "customer", "Wishlist", _PROFILE),
    ClientRoute("wallet", "user-profile/wallet", "wallet", "customer", "Wallet", _PROFILE),
    ClientRoute("orders", "user-profile/orders", "orders", "customer", "Orders", _PROFILE),
    ClientRoute(
        "recentlyViewed",
        "user-profile/recentlyViewed",
        "recentlyViewed",
        "customer",
        "Recently viewed",
        _PROFILE,
    ),
    ClientRoute(
        "notifications",
        "user-profile/notifications",
        "notifications",
        "customer",
        "Emails and alerts",
        _PROFILE,
    ),
    ClientRoute(
        "privacy",
        "user-profile/privacy",
        "privacy",
        "customer",
        "Sign-in and privacy",
        _PROFILE,
    ),
)

ROUTE: Mapping[str, ClientRoute] = {route.name: route for route in ROUTES}
"""Routes by name."""
ROUTE_OF_SLUG: Mapping[str, ClientRoute] = {
    route.slug_kind: route for route in ROUTES if route.slug_kind
}
"""Routes by the kind of slug that leads to them."""


_BY_START: dict[str, list[ClientRoute]] = {}
"""Routes by the first segment of their paths, which is never a parameter: every request is matched."""
for _route in ROUTES:
    _BY_START.setdefault(_route.path.split("/")[0], []).append(_route)


def match_route(segments: Sequence[str]) -> tuple[ClientRoute, dict[str, str]] | None:
    """Return the route of a path's decoded segments and its parameters, or None."""
    for route in _BY_START.get(segments[0] if segments else "", ()):
        parameters = route.match(segments)
        if parameters is not None:
            return route, parameters
    return None
