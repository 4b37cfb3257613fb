import { create } from "zustand";
import { onOtherTab, read, write } from "@/storage/browserStorage";
import { POSTAL_CODE } from "@/storage/keys";
import { useAppState, visitorOf } from "./appState";

/** As long as the longest that the shop takes. */
const POSTAL_CODE_LENGTH = 20;

interface Known {
  /** What was typed on this device last; kept in the browser. */
  stored: string;
  /** What a customer with an address looks at instead, until the page is left. */
  instead: { visitor: string; postalCode: string } | null;
}

function stored(): string {
  return (read(POSTAL_CODE) ?? "").trim().slice(0, POSTAL_CODE_LENGTH);
}

/** Where things would go, as far as the visitor has said. */
export const usePostalCode = create<Known>()(() => ({ stored: stored(), instead: null }));

export function storedPostalCode(): string {
  return usePostalCode.getState().stored;
}

/** Keeps a postal code in the browser. */
export function rememberPostalCode(postalCode: string): void {
  write(POSTAL_CODE, postalCode);
  usePostalCode.setState({ stored: postalCode });
}

/** Looks at another place than the customer's address, which stays as it is. */
export function lookAtPostalCode(visitor: string, postalCode: string): void {
  usePostalCode.setState({ instead: { visitor, postalCode } });
}

onOtherTab((key) => {
  if (key === POSTAL_CODE || key === null) usePostalCode.setState({ stored: stored() });
});

/** Where an estimate is for: a customer's address, or a postal code of the shop's country. */
export interface Place {
  postalCode: string;
  addressId: number | null;
}

/** The place that estimates are for, and how to change it; null while none is known. */
export function usePlace(): { place: Place | null; change: (postalCode: string) => void } {
  const visitor = useAppState(visitorOf);
  const primary = useAppState((state) =>
    state.userDetails?.details.addresses.find((one) => one.isPrimary),
  );
  const { stored, instead } = usePostalCode();
  const change = (postalCode: string) =>
    primary ? lookAtPostalCode(visitor, postalCode) : rememberPostalCode(postalCode);
  if (primary && instead?.visitor === visitor) {
    return { place: { postalCode: instead.postalCode, addressId: null }, change };
  }
  if (primary?.postalCode) {
    return { place: { postalCode: primary.postalCode, addressId: primary.id }, change };
  }
  return { place: stored === "" ? null : { postalCode: stored, addressId: null }, change };
}
