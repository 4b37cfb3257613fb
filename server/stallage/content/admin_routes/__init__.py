"""The operators' API of texts: pages, articles, FAQs, and texts of emails."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.content.admin_routes import blogs, emails, faqs, pages

router = APIRouter()
for part in (pages, blogs, faqs, emails):
    router.routes.extend(part.router.routes)
