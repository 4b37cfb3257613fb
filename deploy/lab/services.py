"""The services around the shop: HAProxy and PgBouncer, an S3 server and a mail server."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import Any

import boto3

from deploy.lab import mailbox
from deploy.lab.network import Host, Network
from deploy.lab.waiting import until

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BUCKET = "shop"
STORAGE_PORT = 9000
KEYS = {"aws_access_key_id": "lab", "aws_secret_access_key": "lab-secret"}
PYTHON = {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'server'}", "PYTHONUNBUFFERED": "1"}
"""Environment of Python programs."""


class Services:
    """Their hosts."""

    def __init__(self, network: Network) -> None:
        self.front = network.add("front", 2)
        self.storage = network.add("s3", 41)
        self.mail = network.add("mail", 42)
        self.mails = self.mail.folder / "received.jsonl"

    @property
    def url(self) -> str:
        """The shop's address, which is HAProxy's."""
        return f"http://{self.front.address}"

    @property
    def pooler(self) -> str:
        """The database's address through PgBouncer."""
        return f"postgresql://shop@{self.front.address}:6432/shop"

    @property
    def endpoint(self) -> str:
        """The S3 server's address."""
        return f"http://{self.storage.address}:{STORAGE_PORT}"

    async def start(self) -> None:
        """Start all of them."""
        self.front.start("haproxy", ["haproxy", "-db", "-f", HERE / "haproxy.cfg"])
        self.start_pooler()
        words = ["-m", "moto.server", "-H", self.storage.address, "-p", str(STORAGE_PORT)]
        self.storage.start("moto", [sys.executable, *words], environment=PYTHON)
        self.start_mail()
        await until(lambda: _listens(self.storage, STORAGE_PORT), "the S3 server")
        self._create_bucket()

    def start_pooler(self) -> None:
        """Start PgBouncer, which refuses to run as root."""
        self.front.start("pgbouncer", ["pgbouncer", HERE / "pgbouncer.ini"], user="postgres")

    def start_mail(self) -> None:
        """Start the mail server."""
        words = ["-m", "deploy.lab.mailbox", self.mail.address, str(self.mails)]
        self.mail.start("mailbox", [sys.executable, *words], environment=PYTHON)

    def received(self) -> list[dict[str, Any]]:
        """Return the emails received so far."""
        return mailbox.read(self.mails)

    def _create_bucket(self) -> None:
        client = boto3.client("s3", endpoint_url=self.endpoint, region_name="us-east-1", **KEYS)
        client.create_bucket(Bucket=BUCKET)
        client.close()


def _listens(host: Host, port: int) -> bool:
    """Whether a program accepts connections."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((host.address, port)) == 0
