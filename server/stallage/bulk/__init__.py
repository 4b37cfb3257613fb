"""Bulk operations: one action for many records, as a job with progress and a result file.

1. An operator selects records, by id or as all matches of a filter, and sees a preview: how many will be
   changed, and why the others will not.
2. Starting the operation fixes the records and checks that the preview is still right.
3. A job runs the action for each record in a transaction of its own, as the operator and with their
   permission at that time. What it did is stored in the same transaction.

Later features register their operations (`operations.registry`). Exports are operations that write a file
instead of changing records.
"""
