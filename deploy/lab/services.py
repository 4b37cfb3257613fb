"""What stands around the shop: HAProxy and PgBouncer, an S3 server and a mail server."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import boto3
import botocore.exceptions

from deploy.lab import mailbox
from deploy.lab.network import Network
from deploy.lab.waiting import until

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BUCKET = "shop"
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
        return f"http://{self.storage.address}:9000"

    async def start(self) -> None:
        """Start all of them."""
        self.front.start("haproxy", ["haproxy", "-db", "-f", HERE / "haproxy.cfg"])
        self.start_pooler()
        moto = [sys.executable, "-m", "moto.server", "-H", self.storage.address, "-p", "9000"]
        self.storage.start("moto", moto, environment=PYTHON)
        self.start_mail()
        await until(self._has_bucket, "the S3 server")

    def start_pooler(self) -> None:
        """Start PgBouncer, which refuses to run as root."""
        self.front.start("pgbouncer", ["pgbouncer", HERE / "pgbouncer.ini"], user="postgres")

    def start_mail(self) -> None:
        """Start the mail server."""
        words = [sys.executable, "-m", "deploy.lab.mailbox", self.mail.address, self.mails]
        self.mail.start("mailbox", words, environment=PYTHON)

    def received(self) -> list[dict[str, Any]]:
        """Return the emails received so far."""
        return mailbox.read(self.mails)

    def _has_bucket(self) -> bool:
        client = boto3.client("s3", endpoint_url=self.endpoint, region_name="us-east-1", **KEYS)
        try:
            client.create_bucket(Bucket=BUCKET)
        except botocore.exceptions.EndpointConnectionError:
            return False
        finally:
            client.close()
        return True
