import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { hasCode } from "../../api/errors";
import { useIdempotencyKey } from "../../api/idempotency";
import type { components } from "../../api/schema";
import { t, tEnum } from "../../messages/t";
import { useOperator } from "../../session/session";
import { toast } from "../../ui/toasts";
import type { StepPanelProps } from "./RefusePanel";
import { useReturnChanged } from "./returnQuery";

export type Preview = components["schemas"]["CompletionPreview"];
export type Settlement = Preview["settlements"][number];
type How = Settlement["how"];

function previewKeyOf(returnId: string) {
  return ["returns", "completion", returnId] as const;
}

function usePreview(returnId: string, opened: boolean) {
  return useQuery({
    queryKey: previewKeyOf(returnId),
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/returns/{returnId}/completion", { params: { path: { returnId } } }),
      ),
    enabled: opened,
    staleTime: 0,
  });
}

/** Refunds or sends the replacements, as in the preview that the operator has seen. */
function useComplete({ returned, onClose }: StepPanelProps) {
  const client = useQueryClient();
  const changed = useReturnChanged();
  const { headers, renewAfter } = useIdempotencyKey();
  const { returnId } = returned;
  return useMutation({
    mutationFn: ({ how, version }: { how: How; version: string }) => {
      const params = { path: { returnId }, header: headers };
      return how === "exchange"
        ? unwrap(
            api.POST("/api/admin/v1/returns/{returnId}/exchange", { params, body: { version } }),
          )
        : unwrap(
            api.POST("/api/admin/v1/returns/{returnId}/refund", {
              params,
              body: { version, to: how },
            }),
          );
    },
    onSuccess: (now, { how }) => {
      changed(now);
      onClose();
      toast(t(how === "exchange" ? "returns.done.exchange" : "returns.done.refund"));
    },
    onError: (failed) => {
      renewAfter(failed);
      if (hasCode(failed, "preview_outdated")) {
        client.setQueryData(previewKeyOf(returnId), failed.details["current"]);
      }
    },
  });
}

/** Why a settlement cannot be chosen; empty if it can be. */
function useProblems(): (one: Settlement) => string {
  const { can } = useOperator();
  return (one) => {
    if (one.how !== "exchange" && !can("refunds.pay")) return t("returns.problem.refundsPay");
    return one.problem === "" ? "" : tEnum("returns.problem", one.problem);
  };
}

/** The ways to complete a return, and the chosen one. */
export function useCompletion(props: StepPanelProps) {
  const query = usePreview(props.returned.returnId, props.opened);
  const preview = query.data;
  const complete = useComplete(props);
  const problemOf = useProblems();
  const [picked, setPicked] = useState<string | null>(null);
  const settlements = preview?.settlements ?? [];
  const possible = settlements.filter((one) => problemOf(one) === "");
  const chosen = possible.find(({ how }) => how === (picked ?? preview?.requested)) ?? possible[0];
  return { query, preview, settlements, problemOf, chosen, pick: setPicked, complete };
}
