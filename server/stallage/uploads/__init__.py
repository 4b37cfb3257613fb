"""Pictures that customers upload, for reviews, tickets and avatars.

`images` elsewhere in the API are ids of uploads; only their owner can use them.
"""
