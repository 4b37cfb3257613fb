import { useMutation, useQueryClient } from "@tanstack/react-query";
import { importQuery, type ImportDetails } from "./queries";

/** A step of an import. If it fails, the import is read again: somebody else may have been faster. */
export function useStep(importId: number, step: () => Promise<ImportDetails>) {
  const client = useQueryClient();
  const { queryKey } = importQuery(importId);
  return useMutation({
    mutationFn: step,
    onSuccess: (run) => {
      client.setQueryData(queryKey, run);
      void client.invalidateQueries({ queryKey: ["imports", "list"] });
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
