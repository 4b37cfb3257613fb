"""Signing in: one-time codes, Google, and the tokens that keep a visitor signed in.

A code proves that an e-mail address or a phone number is somebody's; it is drawn once, kept only as a
keyed hash, judged in one guarded statement and used once. A sign-in is a family of refresh tokens of
which only the newest is good; an older one shown again ends the family.
"""
