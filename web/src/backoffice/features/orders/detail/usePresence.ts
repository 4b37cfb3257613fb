import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, unwrap } from "../../../api/client";
import type { components } from "../../../api/schema";

const HEARTBEAT_MS = 30_000;

type Present = components["schemas"]["PresentOperator"];

/** Says that this operator has an order open, and returns who else has. Nothing while it fails. */
export function usePresence(number: string, mode: "viewing" | "editing"): readonly Present[] {
  const params = { path: { kind: "order" as const, key: number } };
  const { data } = useQuery({
    queryKey: ["presence", "order", number, mode],
    queryFn: () =>
      unwrap(api.PUT("/api/admin/v1/presence/{kind}/{key}", { params, body: { mode } })),
    refetchInterval: HEARTBEAT_MS,
    retry: false,
  });
  useEffect(
    () => () => {
      void api
        .DELETE("/api/admin/v1/presence/{kind}/{key}", {
          params: { path: { kind: "order", key: number } },
        })
        .catch(() => undefined);
    },
    [number],
  );
  return data?.others ?? [];
}
