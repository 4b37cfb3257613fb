/** Saving for later without an account, and sharing what was saved. */
export const wishlist = {
  "wishlist.guestNote": "Saved in this browser. Sign in to find it on all your devices.",
  "wishlist.share": "Share list",
  "wishlist.shareCopied": "Link copied. Anyone with the link can see this list.",
  "wishlist.shareLink": "Link to your list: {url}",
  "wishlist.unshare": "Stop sharing",
  "wishlist.unshared": "The link no longer works.",
  "wishlist.sharedBy": "{name}’s wishlist",
  "wishlist.sharedTitle": "Shared wishlist",
  "wishlist.sharedEmptyTitle": "This list is empty",
  "wishlist.sharedEmptyText": "It has no items, or its items are no longer sold.",
  "wishlist.sharedGoneTitle": "This list is not shared",
  "wishlist.sharedGoneText": "Its owner may have stopped sharing it. Ask for a new link.",
} as const;
