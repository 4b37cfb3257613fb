import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "@/api/errors";
import { t } from "@/messages/t";
import { showToast, showErrorToast } from "@/state/toasts";
import { clearRecentlyViewed, removeRecentlyViewed } from "./recentlyViewed";

const showFailure = (error: Error) => showErrorToast(errorMessage(error));

/** Clears the list, or removes one SKU from it. */
export function useRecentlyViewedActions() {
  const clear = useMutation({
    mutationFn: clearRecentlyViewed,
    onSuccess: () => showToast(t("viewed.cleared")),
    onError: showFailure,
  });
  const remove = useMutation({
    mutationFn: removeRecentlyViewed,
    onSuccess: () => showToast(t("viewed.removed")),
    onError: showFailure,
  });
  return { clear, remove };
}
