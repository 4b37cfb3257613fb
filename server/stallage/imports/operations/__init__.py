"""Runs imports: upload, dry run, import, undo."""
