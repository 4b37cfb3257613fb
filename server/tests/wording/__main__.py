"""Print every retired word under some paths: `python -m tests.wording server/stallage/cart docs`."""

from __future__ import annotations

import sys

from tests.wording.find import files_of, found_in, retired_words

retired = retired_words()
found = [line for path in files_of(sys.argv[1:]) for line in found_in(path, retired)]
sys.stdout.write("".join(f"{line}\n" for line in found))
sys.exit(bool(found))
