"""A mail server that writes a line for each message: `python -m deploy.lab.mailbox ADDRESS FILE`."""

from __future__ import annotations

import asyncio
import email
import email.policy
import json
import re
import sys
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope

PORT = 2525
ORDER = re.compile(r"SO-[0-9A-Z]{4}-[0-9A-Z]{4}")


class Mailbox:
    """Accepts everything."""

    def __init__(self, file: Path) -> None:
        self._file = file

    async def handle_DATA(self, _server: object, _session: object, envelope: Envelope) -> str:  # noqa: N802
        """Write the message's recipient, subject and order before it is accepted."""
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        message = email.message_from_bytes(content, policy=email.policy.default)
        body = message.get_body(("plain",))
        found = ORDER.search(f"{message['Subject']} {body.get_content() if body else ''}")
        line = {
            "to": envelope.rcpt_tos[0],
            "subject": str(message["Subject"]),
            "order": found[0] if found else "",
        }
        with self._file.open("a") as file:
            file.write(json.dumps(line) + "\n")
        return "250 Accepted"


async def serve(address: str, file: Path) -> None:
    """Serve until the process is killed."""
    mailbox = Mailbox(file)

    def connected() -> SMTP:
        return SMTP(mailbox, hostname="mail", enable_SMTPUTF8=True)

    server = await asyncio.get_running_loop().create_server(connected, address, PORT)
    await server.serve_forever()


def read(file: Path) -> list[dict[str, Any]]:
    """Return the messages received so far."""
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text().splitlines()]


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], Path(sys.argv[2])))
