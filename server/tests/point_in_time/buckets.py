"""Buckets for a database and for pictures on an S3 server of its own."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import boto3
from moto.server import ThreadedMotoServer

from tests.point_in_time.repository import BUCKET
from tests.s3 import KEYS

MEDIA = "media"


@contextmanager
def s3_with_versions() -> Iterator[str]:
    """Run an S3 server with a bucket for the database, and one with versions for pictures; yield its URL."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    client = boto3.client(
        "s3",
        endpoint_url=address,
        region_name="us-east-1",
        aws_access_key_id=KEYS[0],
        aws_secret_access_key=KEYS[1].get_secret_value(),
    )
    for bucket in (BUCKET, MEDIA):
        client.create_bucket(Bucket=bucket)
    client.put_bucket_versioning(Bucket=MEDIA, VersioningConfiguration={"Status": "Enabled"})
    client.close()
    try:
        yield address
    finally:
        server.stop()


def media_url(s3: str) -> str:
    """Return the shop's setting for the pictures."""
    return f"s3://{MEDIA}/shop?endpoint={s3}&region=us-east-1"
