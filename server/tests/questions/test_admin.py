"""Operators answer, hide and publish questions."""

from __future__ import annotations

from tests.admin import operator_client
from tests.customers.factory import someone
from tests.products.factory import make_product
from tests.questions.test_questions import ask, list_questions
from tests.shop import Shop


async def test_a_question_is_answered_hidden_and_shown_again(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        product = await make_product(connection)
    ada = await someone(shop, "ada@example.com")
    question = (await ask(shop, product, ada, "Is it <safe>?"))["id"]
    path = f"/questions/{question}"
    async with operator_client(shop, "support") as admin:
        shown = await admin.get(path)
        assert (shown["question"], shown["hidden"]) == ("Is it <safe>?", False)
        answer = {"answer": "It is <all> safe."}
        status, _error = await admin.error("POST", f"{path}/answers", json=answer)
        assert status == 428
        answered = await admin.post(
            f"{path}/answers", json=answer, headers={"If-Match": shown["etag"]}
        )
        # Of two who answer, the second sees the first answer instead.
        status, error = await admin.error(
            "POST", f"{path}/answers", json=answer, headers={"If-Match": shown["etag"]}
        )
        assert (status, len(error["current"]["answers"])) == (412, 1)
        await shop.work()
        email = shop.message("question_answered")
        assert email["to"] == "ada@example.com"
        assert "It is &lt;all&gt; safe." in email["html"]
        assert (await admin.post(f"{path}/hide"))["hidden"]
        assert (await list_questions(shop, product.slug))["total"] == 0
        assert not (await admin.post(f"{path}/publish"))["hidden"]
        assert (await list_questions(shop, product.slug))["total"] == 1
        # Without its answer, the question waits again.
        assert (await admin.get("/inbox"))["items"] == []
        answer_id = answered["answers"][0]["id"]
        shown = await admin.output("DELETE", f"/questions/answers/{answer_id}")
        assert shown["answers"] == []
        (waiting,) = (await admin.get("/inbox"))["items"]
        assert waiting["id"] == str(question)
        status, _error = await admin.error("DELETE", f"/questions/answers/{answer_id}")
        assert status == 404
    async with operator_client(shop, "read-only") as reader:
        status, _error = await reader.error("POST", f"{path}/hide")
        assert status == 403
