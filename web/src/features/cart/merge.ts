import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { CartMerge } from "@/api/types";
import { t } from "@/messages/t";
import { showToast, showErrorToast } from "@/state/toasts";
import { setCartQuantity } from "./changes";
import { currentCartQuery } from "./queries";

/** Sets the merged SKUs back to their quantities before the merge. */
async function undo(queryClient: QueryClient, { before }: CartMerge): Promise<void> {
  try {
    await queryClient.query(currentCartQuery());
    for (const { skuId, quantity } of before) await setCartQuantity(queryClient, skuId, quantity);
    showToast(t("cart.mergeUndone"));
  } catch {
    showErrorToast(t("cart.errorAdding"));
    await queryClient.invalidateQueries({ queryKey: ["cart"] });
  }
}

/** Shows what was merged from the guest cart at sign-in, with an undo. */
export function useMergeToast(): (merge: CartMerge | null) => void {
  const queryClient = useQueryClient();
  return (merge) => {
    if (merge === null) return;
    const { before, leftOut } = merge;
    if (before.length > 0) {
      showToast(t("cart.merged", { count: before.length }), {
        label: t("action.undo"),
        run: () => void undo(queryClient, merge),
      });
    }
    if (leftOut.length > 0) showErrorToast(t("signin.mergeLeftOut", { count: leftOut.length }));
  };
}
