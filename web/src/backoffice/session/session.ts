import { createContext, useContext } from "react";
import type { Permission } from "./permissions";

export interface Operator {
  id: number;
  name: string;
  email: string;
  role: string;
  /** Whether the operator holds a permission. Menus and buttons follow it; the server enforces it. */
  can: (permission: Permission) => boolean;
}

export interface Shop {
  name: string;
  /** IANA name. All times of the back office are shown in it. */
  timeZone: string;
  /** ISO 4217. */
  currency: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Whether this is a shop with test data. */
  isTest: boolean;
}

/** How an operator can prove their identity. */
export type VerificationMethod = "passkey" | "totp" | "password";

export interface Session {
  operator: Operator;
  shop: Shop;
  verificationMethods: readonly VerificationMethod[];
  theme: "auto" | "light" | "dark";
  /** Whether single keys are shortcuts. */
  shortcuts: boolean;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession needs a signed-in operator.");
  return session;
}

/** Who is signed in: `useOperator().can("refunds.grant")`. */
export function useOperator(): Operator {
  return useSession().operator;
}

const NO_SHOP: Shop = { name: "", timeZone: "UTC", currency: "USD", country: "US", isTest: false };

/** The shop; defaults on pages without a session, such as the sign-in. */
export function useShop(): Shop {
  return useContext(SessionContext)?.shop ?? NO_SHOP;
}
