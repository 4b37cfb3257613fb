"""The ground every feature stands on. It knows no word of the shop's trade."""
