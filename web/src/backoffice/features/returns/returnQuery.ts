import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";

export type Returned = components["schemas"]["OperatorReturn"];

export function returnKey(number: string) {
  return ["returns", "one", number] as const;
}

export function useReturn(number: string) {
  return useQuery({
    queryKey: returnKey(number),
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/returns/{returnId}", { params: { path: { returnId: number } } }),
      ),
  });
}

/** Shows what the server answered, and reads lists and previews again. */
export function useReturnChanged(): (changed: Returned) => void {
  const client = useQueryClient();
  return (changed) => {
    client.setQueryData(returnKey(changed.returnId), changed);
    for (const part of ["list", "counts", "completion", "notes"]) {
      void client.invalidateQueries({ queryKey: ["returns", part] });
    }
    void client.invalidateQueries({ queryKey: ["order", changed.orderId] });
    void client.invalidateQueries({ queryKey: ["orders"] });
  };
}
