"""Heads of the blog, the FAQ page and other pages of text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from stallage.content.drafts import SeoTexts
from stallage.content.rules import plain_text
from stallage.content.schemas import Blog, BlogSummary, Faq, Page
from stallage.shop.formats import JsonLd, PageHead, breadcrumbs
from stallage.shop.rules.list_pages import ListPage
from stallage.shop.rules.site import Site

JOURNAL = ("Blogs", "/blogs")
FEED = "/feeds/blog.xml"


def _moment(time: datetime) -> str:
    return time.isoformat(timespec="seconds").replace("+00:00", "Z")


def journal_head(site: Site, newest: Sequence[BlogSummary], part: ListPage) -> PageHead:
    """A page of the list of articles, with the picture of the newest one."""
    image = newest[0].image if newest else None
    return PageHead(
        title=part.page_title(JOURNAL[0]),
        path=part.canonical,
        description=f"Stories, care and makers: the journal of {site.name}.",
        image=image.path if image else None,
        image_alt=image.alt if image else "",
        indexed=part.exists,
        links=part.neighbours,
        feed=FEED,
        json_ld=(breadcrumbs(site, [JOURNAL]),),
    )


def _publisher(site: Site) -> JsonLd:
    publisher = {"@type": "Organization", "name": site.name, "url": site.address("/")}
    return {**publisher, "logo": site.address(site.logo)} if site.logo else publisher


def _author(site: Site, article: Blog) -> JsonLd:
    """The author of an article, by default the shop."""
    return {"@type": "Person", "name": article.author} if article.author else _publisher(site)


def article_head(site: Site, article: Blog, seo: SeoTexts) -> PageHead:
    """The head of an article, the same for all of its URLs."""
    path = f"/blogs/{article.slug}"
    data = {
        "@context": "https://schema.org",
        "@type": "Article",
        "headline": article.title[:110],
        "description": article.summary,
        "image": [site.preview(article.image.path)] if article.image else [],
        "datePublished": _moment(article.created_at),
        "dateModified": _moment(max(article.created_at, article.updated_at)),
        "author": _author(site, article),
        "publisher": _publisher(site),
        "mainEntityOfPage": site.address(path),
        "wordCount": len(plain_text(article.content).split()),
    }
    return PageHead(
        title=seo.title or article.title,
        path=path,
        description=seo.description or article.summary or plain_text(article.content),
        image=article.image.path if article.image else None,
        image_alt=article.image.alt if article.image else "",
        kind="article",
        properties={"article:published_time": _moment(article.created_at)},
        feed=FEED,
        json_ld=(data, breadcrumbs(site, [JOURNAL, (article.title, path)])),
    )


def page_head(site: Site, page: Page, path: str, seo: SeoTexts) -> PageHead:
    """The head of a policy, or of a page of the shop's own."""
    return PageHead(
        seo.title or page.title,
        path,
        seo.description or plain_text(page.content),
        json_ld=(breadcrumbs(site, [(page.title, path)]),),
    )


def faqs_head(site: Site, questions: Sequence[Faq]) -> PageHead:
    """The head of the FAQ page, with questions and answers as structured data."""
    crumbs = breadcrumbs(site, [("FAQs", "/faqs")])
    data = {
        "@context": "https://schema.org",
        "@type": "FAQPage",
        "mainEntity": [
            {
                "@type": "Question",
                "name": one.question,
                "acceptedAnswer": {"@type": "Answer", "text": one.answer},
            }
            for one in questions
        ],
    }
    return PageHead(
        title="FAQs",
        path="/faqs",
        description=" ".join(one.question for one in questions[:4]),
        json_ld=(data, crumbs) if questions else (crumbs,),
    )
