"""The restore drill: a shop is backed up while it takes orders, lost and restored.

`make restore-drill` runs it with the demo shop; `tests/backup/test_drill.py` with a small one.
"""
