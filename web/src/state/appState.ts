import { setBaseUrlSource } from "@/api/baseUrl";
import type { Applicability, CompanyLogo, Customer, PageItem } from "@/api/types";
import { renderedCart } from "./renderedCart";
import { createRenderedStore } from "./renderedStore";

/** The signed-in customer with the token of the bearer header; null for a guest. */
interface UserDetails {
  token: string;
  refreshToken: string;
  details: Customer;
}

/** The app state of the specification (section 3), with its names and spelling. */
export interface AppState {
  /** The page's origin, or that of a test server. */
  baseUrl: string;
  userDetails: UserDetails | null;
  /** Whether the loader covers the page, and its text. */
  loader: boolean;
  loaderText: string;
  cdn: string;
  fallbackCdn: string;
  /** A guest's SKU ids; an id that occurs n times has quantity n. */
  guestCartItem: readonly number[];
  paymentGatewayMode: number;
  pageItem: PageItem;
  companyLogoDetails: CompanyLogo;
  availibilityData: Applicability | null;
}

/** The shop's name until the company details are loaded; `VITE_SHOP_NAME` at build time. */
const DEFAULT_SHOP_NAME: string =
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
      logoRatio: null,
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

export const useAppState = createRenderedStore<AppState>(initialState);

setBaseUrlSource(() => useAppState.getState().baseUrl);

/** The state that does not depend on the visitor. It stays when a session ends, so nothing flickers. */
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

/**
 * Lets the first render of a page that the server has rendered see what the server saw: the shop's data,
 * but no visitor, except for a cart that the server knew.
 */
export function keepForHydration(): void {
  const { companyLogoDetails, cdn, fallbackCdn, pageItem } = useAppState.getState();
  const seen = {
    ...initialState(),
    companyLogoDetails,
    cdn,
    fallbackCdn,
    pageItem,
    guestCartItem: renderedCart(),
  };
  useAppState.startFrom(() => seen);
}

export function isLoggedIn(state: AppState = useAppState.getState()): boolean {
  return state.userDetails !== null;
}

/** Part of the query key of all data that belongs to one visitor. */
export function visitorOf(state: AppState): string {
  return state.userDetails === null ? "guest" : String(state.userDetails.details.id);
}
