"""Pictures that customers send, for reviews and tickets: checked by content, stored once.

`images` elsewhere in the API are the ids of these, and only their owner's.
"""
