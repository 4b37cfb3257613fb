import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "@/api/errors";
import type { Card, ProductDetails, SkuDetails } from "@/api/types";
import { useAddSeveral } from "@/features/cart/useAddSeveral";
import { productQuery } from "@/features/products/queries";
import { showErrorToast } from "@/state/toasts";
import { type BundleItem, bundleSkuIds } from "./bundle";

/** Selects products of a bundle, chooses their options and adds them to the cart. */
export function useBundle(
  product: ProductDetails,
  sku: SkuDetails | undefined,
  cards: readonly Card[],
) {
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set());
  const [choosing, setChoosing] = useState<ProductDetails[] | null>(null);
  const [loading, setLoading] = useState(false);
  const queryClient = useQueryClient();
  const adding = useAddSeveral();

  const isSelected = (productId: number) => !excluded.has(productId);
  const isProductSelected = (sku ?? product).inStock && isSelected(product.productId);
  const items: BundleItem[] = [
    ...(isProductSelected ? [{ slug: product.slug, skuId: sku?.skuId ?? null }] : []),
    ...cards.filter(({ productId }) => isSelected(productId)),
  ];

  const toggle = (productId: number, selected: boolean) => {
    const next = new Set(excluded);
    if (selected) next.delete(productId);
    else next.add(productId);
    setExcluded(next);
  };
  const add = (chosen: readonly SkuDetails[]) =>
    adding.mutate(bundleSkuIds(items, choosing ?? [], chosen), {
      onSuccess: () => setChoosing(null),
    });
  /** Adds the items, or opens the options of those without a SKU first. */
  const addAll = async () => {
    const open = items.filter(({ skuId }) => skuId === null);
    if (open.length === 0) {
      add([]);
      return;
    }
    setLoading(true);
    try {
      const products = open.map(async ({ slug }) =>
        slug === product.slug ? product : queryClient.query(productQuery(slug)),
      );
      setChoosing(await Promise.all(products));
    } catch (error) {
      showErrorToast(errorMessage(error));
    } finally {
      setLoading(false);
    }
  };
  return {
    ...{ isSelected, isProductSelected, toggle, add, addAll },
    count: items.length,
    choosing,
    cancelChoosing: () => setChoosing(null),
    isLoading: loading,
    isAdding: adding.isPending,
  };
}
