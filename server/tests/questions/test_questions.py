"""Questions about a product, answered by the shop or by buyers."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
import typer

from stallage.core import clock
from stallage.customers.actions.forgetting import forget_customer
from stallage.orders.rules import OrderStatus
from stallage.questions import cli
from stallage.questions.actions import answer_as_shop, create_tickets, hide
from stallage.questions.rules import POSTS
from stallage.support.rules import MESSAGES_PER_CUSTOMER
from tests.customers.factory import Someone, someone
from tests.products.factory import CreatedProduct, make_product
from tests.reviews.factory import buy
from tests.shop import Shop
from tests.support.test_commands import run_with

URL = "/api/productquestions"
COMMANDS = typer.Typer()
cli.register(COMMANDS)


async def ask(shop: Shop, product: CreatedProduct, who: Someone, words: str = "Is it safe?") -> Any:
    return await shop.output(
        "POST", URL, json={"productSlug": product.slug, "question": words}, headers=who.headers
    )


async def list_questions(shop: Shop, slug: str, **more: Any) -> Any:
    return await shop.output("GET", URL, params={"productSlug": slug, **more})


async def answer(shop: Shop, question_id: int, words: str) -> None:
    async with shop.database.transaction() as connection:
        await answer_as_shop(connection, question_id, words)


async def test_a_customer_asks_and_the_shop_answers(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        product = await make_product(connection, title="Mug & <saucer>")
    ada = await someone(shop, "ada@example.com")
    question = await ask(shop, product, ada, "Is it safe for\nthe dishwasher?")
    assert (question["customerName"], question["answers"]) == ("Ada M.", [])
    other = await ask(shop, product, ada, "Is it 100% wool?")
    assert [one["id"] for one in (await list_questions(shop, product.slug))["items"]] == [
        other["id"],
        question["id"],
    ]
    await answer(shop, question["id"], "It is <all> safe.")
    page = await list_questions(shop, product.slug)
    # Answered questions come first.
    assert [one["id"] for one in page["items"]] == [question["id"], other["id"]]
    first = page["items"][0]["answers"][0]
    assert (first["by"], first["customerName"], first["answer"]) == (
        "shop",
        "",
        "It is <all> safe.",
    )
    await shop.work()
    email = shop.message("question_answered")
    assert email["to"] == "ada@example.com"
    assert "It is &lt;all&gt; safe." in email["html"]
    assert "/products/mug-" in email["text"]
    assert "#questions" in email["text"]


async def test_search_and_pages(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        product = await make_product(connection)
    ada = await someone(shop)
    numbers = [(await ask(shop, product, ada, f"Question {n} of 100%"))["id"] for n in range(3)]
    await answer(shop, numbers[0], "Oak, from Vermont.")
    for term, count in (("vermont", 1), ("QUESTION 2", 1), ("100%", 3), ("%", 3), ("100_", 0)):
        assert (await list_questions(shop, product.slug, q=term))["total"] == count, term
    page = await list_questions(shop, product.slug, page=2, pageSize=2)
    assert (len(page["items"]), page["total"]) == (1, 3)
    assert (await list_questions(shop, product.slug, page=9))["total"] == 3
    assert (await list_questions(shop, "nowhere"))["items"] == []


async def test_a_buyer_answers_once(shop: Shop) -> None:
    one = await buy(shop)
    ada = await someone(shop, "ada@example.com")
    question = await ask(shop, one.product, ada)
    url = f"{URL}/{question['id']}/answers"
    body = {"answer": "Mine is."}
    answers = await asyncio.gather(
        *(shop.client.post(url, json=body, headers=one.customer.headers) for _ in range(3))
    )
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409]
    codes = {answer.json()["error"]["code"] for answer in answers if answer.status_code == 409}
    assert codes == {"already_answered"}
    shown = (await list_questions(shop, one.product.slug))["items"][0]["answers"]
    assert [(one["by"], one["customerName"]) for one in shown] == [("buyer", "Ada M.")]
    await shop.work()
    assert [one["kind"] for one in shop.outbox()].count("question_answered") == 1


async def test_only_customers_who_received_the_product_answer(shop: Shop) -> None:
    one = await buy(shop, status=OrderStatus.SHIPPED)
    stranger = await someone(shop)
    question = await ask(shop, one.product, stranger)
    url = f"{URL}/{question['id']}/answers"
    for who in (one.customer, stranger):
        status, error = await shop.error("POST", url, json={"answer": "Yes."}, headers=who.headers)
        assert (status, error["code"]) == (409, "not_a_buyer")
    status, _error = await shop.error("POST", url, json={"answer": "Yes."})
    assert status == 401
    status, _error = await shop.error(
        "POST", f"{URL}/99999/answers", json={"answer": "Yes."}, headers=stranger.headers
    )
    assert status == 404


async def test_invalid_input_is_rejected(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        product = await make_product(connection)
        gone = await make_product(connection, status="archived")
    ada = await someone(shop)
    valid = {"productSlug": product.slug, "question": "Why?"}
    for changes, expected in (
        ({"question": " "}, 422),
        ({"question": "a" * 1001}, 422),
        ({"question": "a\x00b"}, 422),
        ({"productSlug": ""}, 422),
        ({"productSlug": "nowhere"}, 404),
        ({"productSlug": gone.slug}, 404),
    ):
        status, _error = await shop.error(
            "POST", URL, json={**valid, **changes}, headers=ada.headers
        )
        assert status == expected, changes
    status, _error = await shop.error("POST", URL, json=valid)
    assert status == 401
    status, _error = await shop.error("GET", URL)
    assert status == 422
    for _ in range(POSTS.times):
        await ask(shop, product, ada)
    status, _error = await shop.error("POST", URL, json=valid, headers=ada.headers)
    assert status == 429


async def test_an_unanswered_question_becomes_a_ticket(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        product = await make_product(connection, title="Mug")
    ada = await someone(shop)
    old, new, with_answer = [await ask(shop, product, ada, f"Number {n}?") for n in range(3)]
    await answer(shop, with_answer["id"], "Yes.")
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE questions SET created_at = $1 WHERE id <> $2",
            clock.now() - timedelta(hours=1),
            new["id"],
        )
    async with shop.database.transaction() as connection:
        assert await create_tickets(connection, 1800) == 1
    async with shop.database.transaction() as connection:
        assert await create_tickets(connection, 1800) == 0
    tickets = (await shop.output("GET", "/api/supporttickets", headers=ada.headers))["items"]
    assert [one["subject"] for one in tickets] == ["Question about Mug"]
    # An answer on the product page answers and closes the ticket, with one email.
    await shop.work()
    before = len(shop.outbox())
    await answer(shop, old["id"], "It is.")
    ticket = await shop.output(
        "GET", f"/api/supporttickets/{tickets[0]['ticketId']}", headers=ada.headers
    )
    assert [one["message"] for one in ticket["messages"]] == ["Number 0?", "It is."]
    assert ticket["label"] == "Closed"
    await shop.work()
    assert [one["kind"] for one in shop.outbox()[before:]] == ["ticket_answered"]


async def test_many_questions_of_one_customer_delay_no_others(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        product = await make_product(connection)
    ada, bob = await someone(shop), await someone(shop)
    # Over several hours, more questions than a customer may send ticket messages in one.
    for hour in range(3):
        for _ in range(POSTS.times):
            await ask(shop, product, ada)
        async with shop.database.transaction() as connection:
            await connection.execute(
                "UPDATE questions SET created_at = created_at - interval '2 hours' * $1", hour + 1
            )
            await connection.execute("DELETE FROM limits")
    await ask(shop, product, bob)
    async with shop.database.transaction() as connection:
        assert await create_tickets(connection, 0) == 3 * POSTS.times + 1
    assert 3 * POSTS.times > MESSAGES_PER_CUSTOMER.times
    tickets = await shop.output("GET", "/api/supporttickets", headers=bob.headers)
    assert tickets["total"] == 1


async def test_commands_to_list_answer_and_hide(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        product = await make_product(connection)
    ada = await someone(shop)

    async def run(*words: str) -> Any:
        return await run_with(COMMANDS, shop, "questions", *words)

    assert "No unanswered questions." in (await run("list")).stdout
    number = str((await ask(shop, product, ada, "Is it oiled?"))["id"])
    other = (await ask(shop, product, ada, "Spam"))["id"]
    assert "Is it oiled?" in (await run("list")).stdout
    assert (await run("answer", number, "Twice.")).exit_code == 0
    assert "Is it oiled?" not in (await run("list")).stdout
    assert "answered" in (await run("list", "--all")).stdout
    assert (await run("hide", str(other))).exit_code == 0
    assert (await list_questions(shop, product.slug))["total"] == 1
    unknown = await run("answer", "99999", "Hello")
    assert (unknown.exit_code, "There is no question 99999." in unknown.stderr) == (1, True)
    assert (await run("answer", number, " ")).exit_code == 1
    for command in ("list", "answer", "hide"):
        shown = await run(command, "--help")
        assert (shown.exit_code, "Usage" in shown.stdout) == (0, True)


async def test_questions_of_a_forgotten_customer_are_anonymous(shop: Shop) -> None:
    one = await buy(shop)
    question = await ask(shop, one.product, one.customer)
    await shop.output(
        "POST",
        f"{URL}/{question['id']}/answers",
        json={"answer": "I found out."},
        headers=one.customer.headers,
    )
    export = await shop.output("GET", "/customer/export", headers=one.customer.headers)
    assert len(export["questions"]["asked"]) == len(export["questions"]["answered"]) == 1
    async with shop.database.transaction() as connection:
        await forget_customer(connection, one.customer.id)
    await shop.work()
    shown = (await list_questions(shop, one.product.slug))["items"][0]
    assert (shown["customerName"], shown["answers"][0]["customerName"]) == ("A customer",) * 2


@pytest.mark.parametrize("hidden", [True, False])
async def test_a_hidden_question_takes_no_answers(shop: Shop, hidden: bool) -> None:
    one = await buy(shop)
    question = await ask(shop, one.product, one.customer)
    async with shop.database.transaction() as connection:
        if hidden:
            await hide(connection, question["id"])
    response = await shop.client.post(
        f"{URL}/{question['id']}/answers", json={"answer": "x"}, headers=one.customer.headers
    )
    assert response.status_code == (404 if hidden else 201)
    assert (await list_questions(shop, one.product.slug))["total"] == (0 if hidden else 1)
