"""Canonical, previous and next URLs of a page of a list."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.core.paging import PAGE_SIZE


@dataclass(frozen=True, slots=True)
class ListPage:
    """Page `page` of a list with `total` rows on all pages."""

    path: str
    """The list's path. May end in the query that makes it a different list, such as a search's."""
    page: int
    total: int
    filter_query: str = ""
    """Query string of filters and order. They do not make the list a different one."""

    @property
    def pages(self) -> int:
        """Number of pages; an empty list has one."""
        return max(1, -(-self.total // PAGE_SIZE))

    @property
    def exists(self) -> bool:
        """Whether the list has this many pages."""
        return self.page <= self.pages

    @property
    def canonical(self) -> str:
        """URL that search engines index: without filters and order."""
        return self._address(self.page, "")

    @property
    def neighbours(self) -> dict[str, str]:
        """The `prev` and `next` links. A page past the end links back to the last page."""
        links = {}
        if self.page > 1:
            links["prev"] = self._address(min(self.page - 1, self.pages), self.filter_query)
        if self.page < self.pages:
            links["next"] = self._address(self.page + 1, self.filter_query)
        return links

    def page_title(self, title: str) -> str:
        """Return the title of this page; each page of a list has its own."""
        return title if self.page == 1 else f"{title}, page {self.page}"

    def _address(self, page: int, filter_query: str) -> str:
        number = f"page={page}" if page > 1 else ""
        query = "&".join(part for part in (filter_query, number) if part)
        if not query:
            return self.path
        return f"{self.path}{'&' if '?' in self.path else '?'}{query}"
