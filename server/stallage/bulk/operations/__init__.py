"""Runs bulk operations: the operations of later features, previews, and the job."""
