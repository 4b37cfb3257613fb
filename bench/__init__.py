"""Speed of the shop, as ratios against references measured in the same run on the same machine."""
