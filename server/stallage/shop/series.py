"""A page of a list among the list's pages: its own address and those before and after it."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.core.paging import PAGE_SIZE


@dataclass(frozen=True, slots=True)
class Part:
    """Page `page` of a list that has `total` rows on all its pages."""

    path: str
    """The list's path; it may end in the query that makes it another list, such as a search's."""
    page: int
    total: int
    narrowing: str = ""
    """What narrows or orders the list, as a query string: the same things, seen otherwise."""

    @property
    def pages(self) -> int:
        """How many pages there are; a list of nothing has one."""
        return max(1, -(-self.total // PAGE_SIZE))

    @property
    def exists(self) -> bool:
        """Whether the list is as long as that."""
        return self.page <= self.pages

    @property
    def canonical(self) -> str:
        """The address that search engines keep, whatever narrows the list."""
        return self._address(self.page, "")

    @property
    def neighbours(self) -> dict[str, str]:
        """The pages before and after, as links; from past the end the last page is the one before."""
        links = {}
        if self.page > 1:
            links["prev"] = self._address(min(self.page - 1, self.pages), self.narrowing)
        if self.page < self.pages:
            links["next"] = self._address(self.page + 1, self.narrowing)
        return links

    def titled(self, title: str) -> str:
        """The title of this page: no two pages of a list bear the same."""
        return title if self.page == 1 else f"{title}, page {self.page}"

    def _address(self, page: int, narrowing: str) -> str:
        number = f"page={page}" if page > 1 else ""
        query = "&".join(part for part in (narrowing, number) if part)
        if not query:
            return self.path
        return f"{self.path}{'&' if '?' in self.path else '?'}{query}"
