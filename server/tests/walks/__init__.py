"""The walks of three requests through the modules, recorded while they are answered.

`python -m tests.walks` draws them into docs/architecture.md; a test compares the drawings with the code.
"""
