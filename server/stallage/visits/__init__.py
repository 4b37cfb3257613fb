"""Visits, counted for the conversion rate without cookies and without personal data.

A visit is the first page that a network and browser request on a day. Both are hashed with a random salt
that is replaced every day, in a table that holds the hashes of one day only; what remains are sums per day.
Processes count in memory and write every few seconds, so a page costs a hash and a look-up.
"""
