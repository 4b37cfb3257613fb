import { useState } from "react";
import type { SkuDetails } from "@/api/types";

/** The quantity to order; it goes back to 1 when another SKU is chosen. */
export function useSkuQuantity(sku: SkuDetails | undefined) {
  const [state, setState] = useState({ skuId: sku?.skuId, quantity: 1 });
  const quantity = state.skuId === sku?.skuId ? state.quantity : 1;
  return [quantity, (next: number) => setState({ skuId: sku?.skuId, quantity: next })] as const;
}
