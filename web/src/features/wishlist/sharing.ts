import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { errorMessageOr } from "@/api/errors";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { showToast, showErrorToast } from "@/state/toasts";
import { shareLink } from "@/ui/ShareButton/shareLink";
import { useGuestWishlist } from "./guestWishlist";

const shareKey = (visitor: string) => ["wishlistShare", visitor] as const;

/** The token of the customer's link; null if the wishlist is not shared. */
export function shareTokenQuery(visitor: string) {
  return queryOptions({
    queryKey: shareKey(visitor),
    queryFn: async ({ signal }) => (await unwrap(api.GET("/api/wishlist/share", { signal }))).token,
    enabled: visitor !== "guest",
  });
}

/** The wishlist that a customer shared, by the token in its link. */
export function sharedWishlistQuery(token: string) {
  return queryOptions({
    queryKey: ["wishlistShare", "of", token],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/wishlist/shared/{token}", { signal, params: { path: { token } } })),
    retry: false,
  });
}

/** The link to share. A customer's link follows later changes; a guest's contains the current items. */
async function createShareLink(): Promise<string> {
  if (!isLoggedIn()) {
    const { skuIds } = useGuestWishlist.getState();
    return `${window.location.origin}/shared-wishlist?skus=${skuIds.join(",")}`;
  }
  const { token } = await unwrap(api.POST("/api/wishlist/share"));
  return `${window.location.origin}/shared-wishlist/${token ?? ""}`;
}

export function useSharing() {
  const queryClient = useQueryClient();
  const onError = (error: Error) => showErrorToast(errorMessageOr(error, t("wishlist.error")));
  const reload = () =>
    queryClient.invalidateQueries({ queryKey: shareKey(visitorOf(useAppState.getState())) });
  const share = useMutation({
    mutationFn: async () =>
      shareLink(
        { url: await createShareLink() },
        {
          onCopied: () => showToast(t("wishlist.shareCopied")),
          onUnable: (url) => showToast(t("wishlist.shareLink", { url })),
        },
      ),
    onError,
    onSettled: reload,
  });
  const unshare = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/wishlist/share")),
    onSuccess: () => showToast(t("wishlist.unshared")),
    onError,
    onSettled: reload,
  });
  return { share, unshare };
}
