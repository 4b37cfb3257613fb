"""An S3 server for tests: moto's."""

from __future__ import annotations

from collections.abc import Iterator

import boto3
import pytest
from moto.server import ThreadedMotoServer
from pydantic import SecretStr

KEYS = ("testing", SecretStr("testing"))
"""Access key and secret key that it accepts."""


@pytest.fixture(scope="module")
def s3() -> Iterator[str]:
    """The URL of an S3 server with a bucket named `shop`."""
    server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    client = boto3.client(
        "s3",
        endpoint_url=endpoint,
        region_name="us-east-1",
        aws_access_key_id=KEYS[0],
        aws_secret_access_key=KEYS[1].get_secret_value(),
    )
    client.create_bucket(Bucket="shop")
    client.close()
    yield endpoint
    server.stop()
