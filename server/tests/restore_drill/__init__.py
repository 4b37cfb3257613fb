"""The restore drill: a shop trades while it is backed up, is lost, and comes back.

`make restore-drill` runs it with the demo shop; `tests/backup/test_drill.py` with a small one.
"""
