"""The operators' API of products."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter()
