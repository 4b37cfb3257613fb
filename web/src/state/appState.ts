import { create } from "zustand";
import { readBaseUrlFrom } from "@/api/baseUrl";
import type { Applicability, CompanyLogo, Customer, PageItem } from "@/api/types";

/** The signed-in customer with the token of the bearer header; null for a guest. */
export interface UserDetails {
  token: string;
  refreshToken: string;
  details: Customer;
}

/** The application's state by the specification's names (section 3), its spelling included. */
export interface AppState {
  /** What every request starts from: the page's own origin, or a test server's. */
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
    baseUrl: typeof window === "undefined" ? "" : window.location.origin,
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

readBaseUrlFrom(() => useAppState.getState().baseUrl);

/** What is true of the shop for every visitor: it stays when a session ends, so nothing flickers. */
export function shopFacts(): Partial<AppState> {
  const state = useAppState.getState();
  return {
    baseUrl: state.baseUrl,
    cdn: state.cdn,
    fallbackCdn: state.fallbackCdn,
    paymentGatewayMode: state.paymentGatewayMode,
    pageItem: state.pageItem,
    companyLogoDetails: state.companyLogoDetails,
    availibilityData: state.availibilityData,
  };
}

/** Resets the state to its initial values, except for those given. */
export function resetAppState(except: Partial<AppState> = {}): void {
  useAppState.setState({ ...initialState(), ...except }, true);
}

export function isLoggedIn(state: AppState = useAppState.getState()): boolean {
  return state.userDetails !== null;
}

/** Whose data a query holds: part of the key of everything that belongs to one visitor. */
export function visitorOf(state: AppState): string {
  return state.userDetails === null ? "guest" : String(state.userDetails.details.id);
}
