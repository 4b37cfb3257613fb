import { create } from "zustand";
import { shopOrigin } from "@/api/origin";
import type { Applicability, CompanyLogo, Customer, PageItem } from "@/api/types";

/** The signed-in customer with the token of the bearer header; null for a guest. */
export interface UserDetails {
  token: string;
  refreshToken: string;
  details: Customer;
}

/** The application's state by the specification's names (section 3), its spelling included. */
export interface AppState {
  baseUrl: string;
  userDetails: UserDetails | null;
  /** Whether something is under way that the shopper must wait for, and what it is. */
  loader: boolean;
  loaderText: string;
  cdn: string;
  fallbackCdn: string;
  /** A guest's SKU ids; an id that stands n times means quantity n. */
  guestCartItem: readonly number[];
  paymentGatewayMode: number;
  pageItem: PageItem;
  companyLogoDetails: CompanyLogo;
  availibilityData: Applicability | null;
}

/** The shop's name until its company details have arrived; `VITE_SHOP_NAME` at build time. */
export const DEFAULT_SHOP_NAME: string =
  (import.meta.env["VITE_SHOP_NAME"] as string | undefined) ?? "Stallage";

function initialState(): AppState {
  return {
    baseUrl: shopOrigin(),
    userDetails: null,
    loader: false,
    loaderText: "",
    cdn: "",
    fallbackCdn: "",
    guestCartItem: [],
    paymentGatewayMode: 0,
    pageItem: { categoryList: [], sliderList: [], salesList: [], featureSection: [] },
    companyLogoDetails: {
      companyName: DEFAULT_SHOP_NAME,
      tagline: "",
      logoImage: null,
      logoImageDark: null,
      faviconImage: null,
      primaryColour: null,
      email: "",
      phone: "",
      address: null,
      socialLinks: [],
    },
    availibilityData: null,
  };
}

export const useAppState = create<AppState>()(initialState);

/** Puts every value back to what it was at the start. */
export function resetAppState(): void {
  useAppState.setState(initialState(), true);
}

export function isLoggedIn(state: AppState = useAppState.getState()): boolean {
  return state.userDetails !== null;
}

/** Whose data a query holds: part of the key of everything that belongs to one visitor. */
export function visitorOf(state: AppState): string {
  return state.userDetails === null ? "guest" : String(state.userDetails.details.id);
}
