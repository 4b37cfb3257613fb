"""Runs the examples of docs/admin-api.md."""

from __future__ import annotations

import json
import re
from pathlib import Path

from stallage.app import create
from stallage.settings import Settings
from tests.admin import operator_client, sign_in_operator
from tests.operators.permission_table import admin_calls
from tests.shop import Shop

DOCUMENT = (Path(__file__).parents[3] / "docs" / "admin-api.md").read_text()
EXAMPLES = re.findall(r"```http\n(.*?)```", DOCUMENT, re.DOTALL)
PREFIX = "/api/admin/v1"


async def test_the_examples_work(shop: Shop) -> None:
    assert len(EXAMPLES) == 3
    done = set()
    async with operator_client(shop) as admin:
        member_id, _ = await sign_in_operator(shop, "manager")
        assert member_id == 2
        for name in ("Ada", "Grace", "Joan"):
            await admin.output("PATCH", "/account", json={"name": name})
        etag = (await admin.get(f"/team/{member_id}"))["etag"]
        for example in EXAMPLES:
            first, *lines = example.strip().splitlines()
            method, path = first.split()
            body = json.loads(lines[-1]) if lines and lines[-1].startswith("{") else None
            headers = {"If-Match": etag} if any("If-Match" in line for line in lines) else {}
            output = await admin.output(
                method, path.removeprefix(PREFIX), json=body, headers=headers
            )
            done.add(path.partition("?")[0])
            if path.endswith("/tokens"):
                assert output["token"].startswith("sta_")
            elif "/audit" in path:
                assert len(output["items"]) == 2
                assert output["nextCursor"]
            else:
                assert output["role"] == "support"
    assert len(done) == 3


def test_the_calls_that_it_names_exist() -> None:
    calls = {call.label for call in admin_calls(create(Settings(), with_worker=False))}
    named = re.findall(r"`((?:GET|POST|PUT|PATCH|DELETE) /[\w/{}-]+)`", DOCUMENT)
    assert len(named) > 10
    assert [name for name in named if name not in calls] == []
