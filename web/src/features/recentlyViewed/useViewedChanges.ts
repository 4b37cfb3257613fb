import { useMutation } from "@tanstack/react-query";
import { sentenceOf } from "@/api/errors";
import { t } from "@/messages/t";
import { tell, tellFailure } from "@/state/toasts";
import { clearViewed, removeViewed } from "./list";

const sayFailure = (error: Error) => tellFailure(sentenceOf(error));

/** Emptying the list of what was viewed, and removing one product from it. */
export function useViewedChanges() {
  const clear = useMutation({
    mutationFn: clearViewed,
    onSuccess: () => tell(t("viewed.cleared")),
    onError: sayFailure,
  });
  const remove = useMutation({
    mutationFn: removeViewed,
    onSuccess: () => tell(t("viewed.removed")),
    onError: sayFailure,
  });
  return { clear, remove };
}
