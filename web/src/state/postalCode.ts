import { create } from "zustand";
import { onStorageChange, read, write } from "@/storage/browserStorage";
import { POSTAL_CODE } from "@/storage/keys";
import { useAppState, visitorOf } from "./appState";

/** The API's limit. */
const MAX_LENGTH = 20;

interface PostalCodeState {
  /** Last typed in this browser. */
  stored: string;
  /** Typed by a customer with an address; lost on reload. */
  override: { visitor: string; postalCode: string } | null;
}

function stored(): string {
  return (read(POSTAL_CODE) ?? "").trim().slice(0, MAX_LENGTH);
}

export const usePostalCode = create<PostalCodeState>()(() => ({
  stored: stored(),
  override: null,
}));

export function storedPostalCode(): string {
  return usePostalCode.getState().stored;
}

/** Saves a postal code in the browser. */
export function savePostalCode(postalCode: string): void {
  write(POSTAL_CODE, postalCode);
  usePostalCode.setState({ stored: postalCode });
}

/** Uses a postal code instead of the customer's address, which does not change. */
export function overridePostalCode(visitor: string, postalCode: string): void {
  usePostalCode.setState({ override: { visitor, postalCode } });
}

onStorageChange((key) => {
  if (key === POSTAL_CODE || key === null) usePostalCode.setState({ stored: stored() });
});

/** Destination of a delivery estimate: a customer's address, or a postal code in the shop's country. */
export interface DeliveryPlace {
  postalCode: string;
  addressId: number | null;
}

/** The destination of delivery estimates, null if unknown, and a function that changes it. */
export function useDeliveryPlace(): {
  place: DeliveryPlace | null;
  change: (postalCode: string) => void;
} {
  const visitor = useAppState(visitorOf);
  const primary = useAppState((state) =>
    state.userDetails?.details.addresses.find((one) => one.isPrimary),
  );
  const { stored, override } = usePostalCode();
  const change = (postalCode: string) =>
    primary ? overridePostalCode(visitor, postalCode) : savePostalCode(postalCode);
  if (primary && override?.visitor === visitor) {
    return { place: { postalCode: override.postalCode, addressId: null }, change };
  }
  if (primary?.postalCode) {
    return { place: { postalCode: primary.postalCode, addressId: primary.id }, change };
  }
  return { place: stored === "" ? null : { postalCode: stored, addressId: null }, change };
}
