"""Point-in-time restore: a shop that pgBackRest archives to an S3 server, restored to one moment.

`make restore-rehearsal` runs it with the demo shop; `tests/backup/test_point_in_time.py` with a small one.
"""
