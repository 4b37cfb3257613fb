import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { CartMerge } from "@/api/types";
import { t } from "@/messages/t";
import { tell, tellFailure } from "@/state/toasts";
import { bringTo } from "./changes";
import { currentCartQuery } from "./queries";

/** Sets what joined the cart back to what the cart held of it before. */
async function undo(queryClient: QueryClient, { before }: CartMerge): Promise<void> {
  try {
    await queryClient.query(currentCartQuery());
    for (const { skuId, quantity } of before) await bringTo(queryClient, skuId, quantity);
    tell(t("cart.mergeUndone"));
  } catch {
    tellFailure(t("cart.errorAdding"));
    await queryClient.invalidateQueries({ queryKey: ["cart"] });
  }
}

/** Says what became of a guest's cart at sign-in, with a way to take it back. */
export function useTellMerge(): (merge: CartMerge | null) => void {
  const queryClient = useQueryClient();
  return (merge) => {
    if (merge === null) return;
    const { before, leftOut } = merge;
    if (before.length > 0) {
      tell(t("cart.merged", { count: before.length }), {
        label: t("action.undo"),
        run: () => void undo(queryClient, merge),
      });
    }
    if (leftOut.length > 0) tellFailure(t("signin.mergeLeftOut", { count: leftOut.length }));
  };
}
