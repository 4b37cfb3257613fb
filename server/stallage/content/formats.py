"""Read content files: Markdown or HTML below front matter.

The front matter is YAML between two lines of `---`, or TOML between two lines of `+++`. Its `kind` is the
type of the file. Without it, a file with the slug of a fixed page is a page, and any other is a blog
article.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from datetime import date as calendar_day
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from stallage.content.drafts import BlogDraft, FaqDraft, PageDraft
from stallage.content.rules import PAGE_SLUGS, Format
from stallage.core import clock
from stallage.core.times import parse_time
from stallage.shop.drafts import CompanyDraft, company_address

FORMATS: dict[str, Format] = {".md": "markdown", ".markdown": "markdown", ".html": "html"}
FENCES = {"+++": r"^\ufeff?\+\+\+[ \t]*$\n?", "---": r"^\ufeff?---[ \t]*$\n?"}
SLUG = r"^[a-z0-9]+(-[a-z0-9]+)*$"

Slug = Annotated[str, Field(pattern=SLUG, max_length=200)]
Words = Annotated[str, Field(min_length=1, max_length=300)]


class InvalidContentFile(Exception):
    """The file is invalid; the message tells the operator why."""


class _FrontMatter(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Blog(_FrontMatter):
    kind: Literal["blog"] = "blog"
    slug: Slug
    title: Words
    summary: str = ""
    author: str = ""
    date: datetime | calendar_day | str | None = None
    image: str | None = None
    image_alt: str = ""
    products: list[Slug] = []
    draft: bool = False
    seo_title: str = ""
    seo_description: str = ""


class _Page(_FrontMatter):
    kind: Literal["page"] = "page"
    slug: Slug
    title: Words
    phone: str = ""
    email: str = ""
    hours: str = ""
    draft: bool = False
    seo_title: str = ""
    seo_description: str = ""


class _Faqs(_FrontMatter):
    kind: Literal["faqs"]


class _Link(_FrontMatter):
    name: Words
    url: Annotated[str, Field(pattern=r"^https?://")]


class _Address(_FrontMatter):
    line1: str = ""
    line2: str = ""
    city: str = ""
    state: str = ""
    postal_code: str = ""
    country: str = ""


class _Company(_FrontMatter):
    kind: Literal["company"]
    name: Words
    tagline: str = ""
    email: str = ""
    phone: str = ""
    primary_colour: Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")] | None = None
    logo: str | None = None
    logo_dark: str | None = None
    favicon: str | None = None
    address: _Address | None = None
    social: list[_Link] = []


@dataclass(frozen=True, slots=True)
class BlogFile:
    """An article and its picture file."""

    draft: BlogDraft
    image: Path | None
    image_alt: str


@dataclass(frozen=True, slots=True)
class CompanyFile:
    """Company details and their logo files."""

    draft: CompanyDraft
    logos: dict[str, Path]
    """`logo`, `logo_dark`, `favicon` → file."""
    primary_colour: str | None


ContentFile: TypeAlias = BlogFile | PageDraft | list[FaqDraft] | CompanyFile


def read(path: Path, start: datetime | None = None) -> ContentFile:
    """Return the contents of a file. Raises InvalidContentFile.

    `start` is the reference of relative dates such as `5 days ago`; by default now.
    """
    form = FORMATS.get(path.suffix.lower())
    if form is None:
        raise InvalidContentFile(f"{path}: must end in .md or .html.")
    try:
        text = path.read_text(encoding="utf-8").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidContentFile(f"{path}: cannot be read: {error}.") from error
    if "\x00" in text:
        raise InvalidContentFile(f"{path}: contains a NUL byte.")
    fence = text.lstrip("\ufeff \t\n")[:3]
    parts = re.split(FENCES.get(fence, "$^"), text, maxsplit=2, flags=re.MULTILINE)
    if len(parts) < 3 or parts[0].strip("\ufeff \t\n"):
        raise InvalidContentFile(
            f"{path}: must begin with YAML between two lines of --- or TOML between two of +++."
        )
    try:
        matter = tomllib.loads(parts[1]) if fence == "+++" else _yaml(parts[1])
        return _parse(path, matter, parts[2].strip() + "\n", form, start or clock.now())
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise InvalidContentFile(f"{path}: {field}: {first['msg']}.") from error
    # An impossible date is a ValueError in both languages.
    except (tomllib.TOMLDecodeError, yaml.YAMLError, ValueError) as error:
        raise InvalidContentFile(f"{path}: {' '.join(str(error).split())}.") from error


def _yaml(text: str) -> dict[str, object]:
    matter = yaml.safe_load(text)
    if not isinstance(matter, dict) or not all(isinstance(name, str) for name in matter):
        raise ValueError("the front matter must be names with values")
    # Empty keys count as absent.
    return {name: value for name, value in matter.items() if value is not None}


def _parse(
    path: Path, matter: dict[str, object], source: str, form: Format, start: datetime
) -> ContentFile:
    slug = matter.setdefault("slug", path.stem) if _has_slug(matter) else None
    match matter.get("kind", "page" if slug in PAGE_SLUGS else "blog"):
        case "page":
            page = _Page.model_validate(matter)
            if page.draft and page.slug in PAGE_SLUGS:
                raise InvalidContentFile(f"{path}: {page.slug} cannot be a draft.")
            return PageDraft(
                page.slug,
                page.title,
                source,
                form,
                page.phone,
                page.email,
                page.hours,
                page.draft,
                page.seo_title,
                page.seo_description,
            )
        case "blog":
            return _blog(path, _Blog.model_validate(matter), source, form, start)
        case "faqs":
            _Faqs.model_validate(matter)
            return _faqs(path, source)
        case "company":
            return _company(path, _Company.model_validate(matter))
        case other:
            raise InvalidContentFile(
                f"{path}: kind {other!r} is none of blog, page, faqs, company."
            )


def _has_slug(matter: dict[str, object]) -> bool:
    return matter.get("kind", "blog") in ("blog", "page")


def _blog(path: Path, blog: _Blog, source: str, form: Format, start: datetime) -> BlogFile:
    draft = BlogDraft(
        slug=blog.slug,
        title=blog.title,
        source=source,
        format=form,
        summary=blog.summary,
        author=blog.author,
        product_slugs=tuple(blog.products),
        published_at=None if blog.date is None else parse_time(blog.date, start),
        draft=blog.draft,
        seo_title=blog.seo_title,
        seo_description=blog.seo_description,
    )
    image = path.parent / blog.image if blog.image else None
    return BlogFile(draft, image, blog.image_alt)


def _faqs(path: Path, source: str) -> list[FaqDraft]:
    """Parse `## Group`, below it `### Question`, below it the answer."""
    drafts: list[FaqDraft] = []
    group = ""
    for section in re.split(r"^(?=#{2,3} )", source, flags=re.MULTILINE):
        heading, _, body = section.partition("\n")
        if heading.startswith("### "):
            if not body.strip():
                raise InvalidContentFile(f"{path}: {heading[4:]!r} has no answer.")
            drafts.append(FaqDraft(heading[4:].strip(), body.strip(), group))
        elif heading.startswith("## "):
            group = heading[3:].strip()
        elif section.strip():
            raise InvalidContentFile(f"{path}: there is text before the first question.")
    if not drafts:
        raise InvalidContentFile(f"{path}: has no questions; each begins with a line of ###.")
    return drafts


def _company(path: Path, company: _Company) -> CompanyFile:
    address = company.address
    draft = CompanyDraft(
        name=company.name,
        tagline=company.tagline,
        email=company.email,
        phone=company.phone,
        address=None if address is None else company_address(**dict(address)),
        social_links=tuple({"name": one.name, "url": one.url} for one in company.social),
    )
    files = {"logo": company.logo, "logo_dark": company.logo_dark, "favicon": company.favicon}
    logos = {name: path.parent / file for name, file in files.items() if file}
    return CompanyFile(draft, logos, company.primary_colour)
