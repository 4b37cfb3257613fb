import { renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Customer } from "@/api/types";
import { resetAppState, useAppState } from "./appState";
import {
  overridePostalCode,
  savePostalCode,
  storedPostalCode,
  useDeliveryPlace,
  usePostalCode,
} from "./postalCode";

const place = () => renderHook(() => useDeliveryPlace()).result.current.place;

function signIn(id: number, primary: { id: number; postalCode: string } | null): void {
  const addresses = primary ? [{ ...primary, isPrimary: true }] : [];
  const details = { id, addresses } as unknown as Customer;
  useAppState.setState({ userDetails: { token: "t", refreshToken: "r", details } });
}

afterEach(() => {
  resetAppState();
  localStorage.clear();
  usePostalCode.setState({ stored: "", override: null });
});

describe("the place that estimates are for", () => {
  it("is a guest's postal code, stored in the browser and synced across tabs", () => {
    expect(place()).toBeNull();
    savePostalCode("94107");
    expect(localStorage.getItem("postalCode")).toBe("94107");
    expect(place()).toEqual({ postalCode: "94107", addressId: null });
    localStorage.setItem("postalCode", "10001");
    window.dispatchEvent(
      new StorageEvent("storage", { key: "postalCode", storageArea: localStorage }),
    );
    expect(storedPostalCode()).toBe("10001");
  });

  it("is a customer's primary address until they enter another postal code", () => {
    savePostalCode("94107");
    signIn(7, { id: 3, postalCode: "97201" });
    expect(place()).toEqual({ postalCode: "97201", addressId: 3 });
    overridePostalCode("7", "60601");
    expect(place()).toEqual({ postalCode: "60601", addressId: null });
    signIn(8, { id: 4, postalCode: "73301" });
    expect(place()).toEqual({ postalCode: "73301", addressId: 4 });
    expect(localStorage.getItem("postalCode")).toBe("94107");
  });

  it("is the stored postal code for a customer without an address", () => {
    savePostalCode("94107");
    signIn(7, null);
    expect(place()).toEqual({ postalCode: "94107", addressId: null });
  });
});
