import type { MessageKey } from "@/messages/t";

/** The pages of a customer's account, in the order of the menus. */
export const ACCOUNT_LINKS = [
  { to: "/user-profile/profile", label: "account.profile" },
  { to: "/user-profile/orders", label: "account.orders" },
  { to: "/user-profile/addresses", label: "account.addresses" },
  { to: "/user-profile/wallet", label: "account.wallet" },
  { to: "/user-profile/wishlist", label: "wishlist.title" },
  { to: "/user-profile/recentlyViewed", label: "account.recentlyViewed" },
  { to: "/user-profile/notifications", label: "account.notifications" },
  { to: "/user-profile/privacy", label: "account.privacy" },
  { to: "/support-ticket", label: "support.title" },
] as const satisfies readonly { to: string; label: MessageKey }[];
