"""The running shop of the tests. Plug-ins test with the same, so it is part of the package."""

from __future__ import annotations

from stallage.testing import Shop, running_shop

__all__ = ["Shop", "running_shop"]
