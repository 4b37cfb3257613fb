"""The calls between modules during three requests.

`python -m tests.walks` draws them for docs/architecture.md; a test compares the drawings with the code.
"""
