"""Reading catalogue files: bytes → text → records → rows → product drafts. Nothing is written here.

`table` opens a file whatever its encoding, delimiter or compression; a format module (`shopify`)
makes drafts of its rows; `formats` lists the formats. What cannot be taken is refused with its line
and a reason, never guessed at.
"""
