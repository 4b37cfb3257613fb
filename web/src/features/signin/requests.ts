import { api, ask } from "@/api/client";
import type { SignedIn } from "@/api/types";
import { storedSkuIds } from "@/features/cart/guestCart";
import { storedPrices } from "@/features/cart/pricesSeen";
import { useRecentlyViewed } from "@/features/recentlyViewed/list";
import { useGuestWishlist } from "@/features/wishlist/guestWishlist";
import { type Channel, contactBody } from "./contact";
import { asDevice } from "./deviceKey";
import type { GoogleProof } from "./google";
import { keepPendingCode, type PendingCode } from "./pendingCode";

/** Asks for a code, and remembers in this tab that one is on its way. */
export async function requestCode(channel: Channel, contact: string): Promise<PendingCode> {
  const sent = await ask(
    api.POST("/auth/otp/request", { params: asDevice(), body: contactBody(channel, contact) }),
  );
  return keepPendingCode(channel, contact.trim(), sent, Date.now());
}

/** What a guest has gathered and takes along. */
function belongings() {
  return {
    guestSkuIds: [...storedSkuIds()],
    guestPrices: [...storedPrices()].map(([skuId, price]) => ({ skuId, price })),
    guestRecentlyViewedSkuIds: [...useRecentlyViewed.getState().skuIds],
    guestWishlistSkuIds: [...useGuestWishlist.getState().skuIds],
  };
}

export interface Names {
  firstName: string;
  lastName: string;
}

export function validateCode(
  { channel, contact }: PendingCode,
  otp: string,
  { firstName, lastName }: Names,
): Promise<SignedIn> {
  return ask(
    api.POST("/auth/otp/validate", {
      params: asDevice(),
      body: {
        ...contactBody(channel, contact),
        ...belongings(),
        otp,
        ...(firstName.trim() === "" ? {} : { firstName: firstName.trim() }),
        ...(lastName.trim() === "" ? {} : { lastName: lastName.trim() }),
      },
    }),
  );
}

export function signInWithGoogle(proof: GoogleProof): Promise<SignedIn> {
  return ask(api.POST("/auth/google", { params: asDevice(), body: { ...proof, ...belongings() } }));
}
