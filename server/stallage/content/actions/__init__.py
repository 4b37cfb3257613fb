"""Creates, changes and deletes pages, articles and FAQs, stores their versions, and the texts of emails."""

from stallage.content.actions.blogs import change_blog, create_blog, delete_blog, restore_blog
from stallage.content.actions.email_texts import (
    put_email_texts,
    request_test_email,
    reset_email_texts,
    set_email_texts,
)
from stallage.content.actions.faqs import change_faqs
from stallage.content.actions.pages import change_page, create_page, delete_page, restore_page
from stallage.content.actions.texts import put_blog, put_faqs, put_page

__all__ = [
    "change_blog",
    "change_faqs",
    "change_page",
    "create_blog",
    "create_page",
    "delete_blog",
    "delete_page",
    "put_blog",
    "put_email_texts",
    "put_faqs",
    "put_page",
    "request_test_email",
    "reset_email_texts",
    "restore_blog",
    "restore_page",
    "set_email_texts",
]
