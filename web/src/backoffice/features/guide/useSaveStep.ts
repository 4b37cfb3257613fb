import { useMutation, useQueryClient } from "@tanstack/react-query";
import { t } from "../../messages/t";
import { useReloadSession } from "../../session/useSessionQuery";
import { conflictOf } from "../../ui/ConflictDialog";
import { toast } from "../../ui/toasts";
import { guideQuery } from "./queries";

/** Saves what a step holds, and goes on. After a conflict, the step shows what somebody else has saved. */
export function useSaveStep(save: () => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient();
  const reloadSession = useReloadSession();
  const reloadSettings = () => client.invalidateQueries({ queryKey: ["settings"] });
  return useMutation({
    mutationFn: save,
    onSuccess: async () => {
      // The frame shows the shop's name and formats amounts in its currency.
      await Promise.all([
        client.invalidateQueries({ queryKey: guideQuery.queryKey }),
        reloadSettings(),
        reloadSession(),
      ]);
      onDone();
    },
    onError: (error) => {
      if (conflictOf(error) === null) return;
      toast(t("guide.changedElsewhere"));
      void reloadSettings();
    },
  });
}
