/** Saving for later without an account, and sharing what was saved. See `messages/later`. */
export const wishlist = {
  "wishlist.guestNote": "Saved in this browser. Sign in to find it on all your devices.",
  "wishlist.share": "Share list",
  "wishlist.shareCopied": "Link copied. Whoever has it can see this list.",
  "wishlist.shareLink": "Link to your list: {url}",
  "wishlist.unshare": "Stop sharing",
  "wishlist.unshared": "The link no longer works.",
  "wishlist.isShared": "Shared: whoever has the link sees this list.",
  "wishlist.sharedBy": "{name}’s wishlist",
  "wishlist.sharedTitle": "Shared wishlist",
  "wishlist.sharedEmptyTitle": "Nothing on this list",
  "wishlist.sharedEmptyText": "It is empty, or what was on it is no longer sold.",
  "wishlist.sharedGoneTitle": "This list is not shared",
  "wishlist.sharedGoneText": "Its owner may have stopped sharing it. Ask for a new link.",
} as const;
