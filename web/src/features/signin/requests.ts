import { api, unwrap } from "@/api/client";
import type { SignedIn } from "@/api/types";
import { storedSkuIds } from "@/features/cart/guestCart";
import { storedPrices } from "@/features/cart/guestPrices";
import { useRecentlyViewed } from "@/features/recentlyViewed/recentlyViewed";
import { useGuestWishlist } from "@/features/wishlist/guestWishlist";
import { type Channel, contactBody } from "./contact";
import { deviceKeyParams } from "./deviceKey";
import type { GoogleProof } from "./google";
import { savePendingCode, type PendingCode } from "./pendingCode";

/** Requests a code and saves that in this tab. */
export async function requestCode(channel: Channel, contact: string): Promise<PendingCode> {
  const sent = await unwrap(
    api.POST("/auth/otp/request", {
      params: deviceKeyParams(),
      body: contactBody(channel, contact),
    }),
  );
  return savePendingCode(channel, contact.trim(), sent, Date.now());
}

/** The guest's cart, wishlist and recently viewed list, to be merged into the customer's. */
function guestData() {
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
  return unwrap(
    api.POST("/auth/otp/validate", {
      params: deviceKeyParams(),
      body: {
        ...contactBody(channel, contact),
        ...guestData(),
        otp,
        ...(firstName.trim() === "" ? {} : { firstName: firstName.trim() }),
        ...(lastName.trim() === "" ? {} : { lastName: lastName.trim() }),
      },
    }),
  );
}

export function signInWithGoogle(proof: GoogleProof): Promise<SignedIn> {
  return unwrap(
    api.POST("/auth/google", { params: deviceKeyParams(), body: { ...proof, ...guestData() } }),
  );
}
