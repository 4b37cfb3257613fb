"""The demo shop's texts, reviews and company details are consistent."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from markdown_it import MarkdownIt

from tests.demo.shop_files import (
    BLOGS,
    BY_SLUG,
    COLOUR,
    COMPANY,
    OUR_HOSTS,
    PAGES,
    REVIEWS,
    SHOP,
    SLUG,
    TERMS,
    Record,
    days_ago,
    repeated,
    toml,
)


class TestTexts:
    def test_reviews_are_later_than_their_products(self) -> None:
        assert len(REVIEWS) >= 90
        assert len({review["product"] for review in REVIEWS}) >= 35
        for review in REVIEWS:
            created = days_ago(BY_SLUG[review["product"]]["created_at"])
            assert 0 < days_ago(review["at"]) < created
            assert review["stars"] in range(1, 6)
            assert re.fullmatch(r"\w+ \w\.", review["name"])
            assert 0 < len(review["text"]) <= 2000
            assert review["helpful"] >= 0
        assert not repeated([(review["product"], review["name"]) for review in REVIEWS])

    def test_questions_are_later_than_their_products_and_earlier_than_answers(self) -> None:
        for question in toml(SHOP / "questions.toml")["question"]:
            created = days_ago(BY_SLUG[question["product"]]["created_at"])
            assert 0 < days_ago(question["at"]) < created
            assert re.fullmatch(r"\w+ \w\.", question["name"])
            assert 0 < len(question["text"]) <= 1000
            for answer in question.get("answers", []):
                assert 0 < days_ago(answer["at"]) <= days_ago(question["at"])
                assert re.fullmatch(r"(\w+ \w\.)?", answer.get("by", ""))
                assert 0 < len(answer["text"]) <= 1000

    def test_reviews_are_mixed_but_mostly_good(self) -> None:
        stars = [review["stars"] for review in REVIEWS]
        assert 4.2 <= sum(stars) / len(stars) <= 4.4
        assert set(stars) == {1, 2, 3, 4, 5}

    def test_blogs_have_content(self) -> None:
        assert len(BLOGS) == 4
        assert not repeated([matter["slug"] for matter, _ in BLOGS])
        for matter, body in BLOGS:
            assert matter.keys() == {
                "slug", "title", "summary", "author", "image", "image_alt", "date", "products"
            }  # fmt: skip
            assert SLUG.fullmatch(matter["slug"])
            assert set(matter["products"]) <= BY_SLUG.keys()
            assert 400 <= len(body.split()) <= 700
            assert "<h2>" in MarkdownIt().render(body)

    def test_pages_have_a_title_and_content(self) -> None:
        assert PAGES.keys() == {
            "return-and-exchange", "terms-and-conditions", "contact-us", "customer-care"
        }  # fmt: skip
        for name, (matter, body) in PAGES.items():
            assert matter["slug"] == name
            assert matter["title"]
            assert "<p>" in MarkdownIt().render(body)
        care, _ = PAGES["customer-care"]
        assert all(care[key] for key in ("phone", "email", "hours"))

    def test_faqs_are_questions_and_unique(self) -> None:
        faqs: list[Record] = toml(SHOP / "faqs.toml")["faq"]
        assert len(faqs) >= 14
        assert all(faq["question"].endswith("?") and faq["answer"] and faq["group"] for faq in faqs)
        assert not repeated([faq["question"] for faq in faqs])

    def test_links_stay_in_the_shop_or_in_the_example_domain(self) -> None:
        texts = {
            path: path.read_text("utf-8")
            for path in SHOP.rglob("*")
            if path.is_file() and path.suffix not in {".webp", ".webm"}
        }
        assert not [path.name for path, text in texts.items() if OUR_HOSTS.search(text)]
        addresses = {a for text in texts.values() for a in re.findall(r"\w@([\w.-]+\w)", text)}
        assert addresses == {"example.com"}

    def test_links_between_articles_exist(self) -> None:
        texts = "".join(path.read_text("utf-8") for path in SHOP.rglob("*.md"))
        linked = set(re.findall(r"\]\(/blogs/([\w-]+)\)", texts))
        assert linked
        assert linked <= {matter["slug"] for matter, _ in BLOGS}


class TestCompany:
    def test_details(self) -> None:
        assert COLOUR.fullmatch(COMPANY["primary_colour"])
        assert "555 01" in COMPANY["phone"]
        assert COMPANY["address"]["country"] == TERMS["settings"]["country"]
        assert all(link["url"].startswith("https://example.com/") for link in COMPANY["social"])

    @pytest.mark.parametrize("kind", ["logo", "logo_dark", "favicon"])
    def test_the_logo_is_a_square_drawing_without_scripts_or_external_resources(
        self, kind: str
    ) -> None:
        text = (SHOP / COMPANY[kind]).read_text("utf-8")
        root = ET.fromstring(text)
        assert root.attrib["viewBox"] == "0 0 32 32"
        assert not re.search(r"<script|<image|<text|href=|url\((?!#)", text)
