"""Imports of files in the back office: mapping, dry run, import as a job, undo for 30 days.

1. An operator uploads a file. The kind of import recognises its format and proposes which column is which
   field. A mapping that was confirmed for the same header is proposed again.
2. The dry run reads the whole file as a job. It stores an item for each record, with what would change,
   and a message for each row with an error or a warning. Nothing else is written.
3. The import writes the items in batches, each in one transaction with the progress, so a job that is
   interrupted or started twice continues where it stopped.
4. What was imported can be undone as a whole for 30 days. The kind decides for each item whether its former
   values can be restored.

Later features register their kinds (`operations.registry`).
"""
