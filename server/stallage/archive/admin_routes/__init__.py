"""Routes of archives: exports for download, and the import of an uploaded file."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.archive.admin_routes import imports
from stallage.archive.admin_routes.exports import router as exports

router = APIRouter()
router.routes.extend(exports.routes)
router.routes.extend(imports.router.routes)

UPLOAD_PATHS = (imports.PARTS,)
RAW_BODY_PREFIXES = (imports.PARTS,)
