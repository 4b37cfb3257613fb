"""The tenders that the shop comes with, one module for each; see `stallage.tenders`."""
