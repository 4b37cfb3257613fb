import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { sentenceOr } from "@/api/errors";
import "@/messages/later/wishlist";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { tell, tellFailure } from "@/state/toasts";
import { shareLink } from "@/ui/ShareButton/shareLink";
import { useGuestWishlist } from "./guestWishlist";

const shareKey = (visitor: string) => ["wishlistShare", visitor] as const;

/** The token of the customer's link; null while the list is not shared. */
export function shareQuery(visitor: string) {
  return queryOptions({
    queryKey: shareKey(visitor),
    queryFn: async ({ signal }) => (await ask(api.GET("/api/wishlist/share", { signal }))).token,
    enabled: visitor !== "guest",
  });
}

/** A list that somebody shared by a link of the shop. */
export function sharedListQuery(token: string) {
  return queryOptions({
    queryKey: ["wishlistShare", "of", token],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/wishlist/shared/{token}", { signal, params: { path: { token } } })),
    retry: false,
  });
}

/** The address of a shared list: a customer's stays up to date, a guest's is the list as it is now. */
async function linkToList(): Promise<string> {
  if (!isLoggedIn()) {
    const { skuIds } = useGuestWishlist.getState();
    return `${window.location.origin}/shared-wishlist?skus=${skuIds.join(",")}`;
  }
  const { token } = await ask(api.POST("/api/wishlist/share"));
  return `${window.location.origin}/shared-wishlist/${token ?? ""}`;
}

export function useSharing() {
  const queryClient = useQueryClient();
  const onError = (error: Error) => tellFailure(sentenceOr(error, t("wishlist.error")));
  const reload = () =>
    queryClient.invalidateQueries({ queryKey: shareKey(visitorOf(useAppState.getState())) });
  const share = useMutation({
    mutationFn: async () =>
      shareLink(
        { url: await linkToList() },
        {
          onCopied: () => tell(t("wishlist.shareCopied")),
          onUnable: (url) => tell(t("wishlist.shareLink", { url })),
        },
      ),
    onError,
    onSettled: reload,
  });
  const unshare = useMutation({
    mutationFn: () => ask(api.DELETE("/api/wishlist/share")),
    onSuccess: () => tell(t("wishlist.unshared")),
    onError,
    onSettled: reload,
  });
  return { share, unshare };
}
