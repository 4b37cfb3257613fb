import { minorUnits } from "@/format/money";
import type { StockDelivery } from "./queries";

export interface FormLine {
  skuId: number;
  name: string;
  quantity: number;
  /** Of one unit, in the currency's main unit as typed; empty if it is not known. */
  cost: string | number;
}

export interface DeliveryForm {
  supplier: string;
  locationId: number;
  /** Empty, or a date such as 2027-01-15. */
  expectedOn: string;
  note: string;
  lines: readonly FormLine[];
}

export const EMPTY: DeliveryForm = {
  supplier: "",
  locationId: 0,
  expectedOn: "",
  note: "",
  lines: [],
};

/** The digits after the point of amounts in a currency. */
export function decimalsOf(currency: string): number {
  return Math.round(Math.log10(minorUnits(currency)));
}

export function toBody(form: DeliveryForm, currency: string) {
  return {
    supplier: form.supplier.trim(),
    locationId: form.locationId,
    expectedOn: form.expectedOn === "" ? null : form.expectedOn,
    note: form.note.trim(),
    lines: form.lines.map(({ skuId, quantity, cost }) => ({
      skuId,
      quantity,
      cost: cost === "" ? null : Math.round(Number(cost) * minorUnits(currency)),
    })),
  };
}

/** What can still arrive of each line. */
export function openUnits({ lines }: StockDelivery): Record<number, number> {
  return Object.fromEntries(
    lines.map(({ skuId, quantity, received }) => [skuId, Math.max(0, quantity - received)]),
  );
}
