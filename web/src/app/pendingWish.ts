import type { QueryClient } from "@tanstack/react-query";
import { sentenceOr } from "@/api/errors";
import { addWish } from "@/features/wishlist/changes";
import { wishlistKey } from "@/features/wishlist/queries";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { forgetPendingWish, pendingWish } from "@/state/pendingWish";
import { tell, tellFailure } from "@/state/toasts";

/** A guest who tapped a heart was asked to sign in; the wish is made as soon as that is done. */
export function startPendingWish(queryClient: QueryClient): void {
  useAppState.subscribe((state, before) => {
    if (isLoggedIn(before) || !isLoggedIn(state)) return;
    const skuId = pendingWish();
    if (skuId === null) return;
    addWish(skuId).then(
      () => {
        forgetPendingWish();
        tell(t("wishlist.added"));
        return queryClient.invalidateQueries({ queryKey: wishlistKey(visitorOf(state)) });
      },
      (error: unknown) => {
        forgetPendingWish();
        tellFailure(sentenceOr(error, t("wishlist.error")));
      },
    );
  });
}
