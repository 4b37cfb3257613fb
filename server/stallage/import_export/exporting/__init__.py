"""Writing the catalogue out in the format that `importing` reads.

What is written, read and written again is the same file, byte for byte, and no cell of it is taken
for a formula by a spreadsheet.
"""
