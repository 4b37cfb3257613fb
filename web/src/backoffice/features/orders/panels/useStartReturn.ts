import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../../api/client";
import type { CHOSEN_REASONS } from "../../../api/returnReasons";
import type { components } from "../../../api/schema";
import { t } from "../../../messages/t";
import { toast } from "../../../ui/toasts";
import type { OrderPanelProps } from "./props";

export type Returnable = components["schemas"]["Returnable"];
export type ReturnableLine = Returnable["lines"][number];

export const PREFERENCES = ["source", "wallet", "exchange"] as const;
export type Preference = (typeof PREFERENCES)[number];

/** What is typed: units and replacements by line, and what the customer would like. */
export interface ReturnForm {
  units: Readonly<Record<number, number>>;
  choices: Readonly<Record<number, string | null>>;
  preference: Preference;
  reasonCode: (typeof CHOSEN_REASONS)[number] | null;
  /** In the customer's words. */
  reason: string;
}

const EMPTY: ReturnForm = {
  units: {},
  choices: {},
  preference: "source",
  reasonCode: null,
  reason: "",
};

/** The lines that can be sent back. */
function useReturnable(orderId: string, opened: boolean) {
  return useQuery({
    queryKey: ["orders", orderId, "returnable"],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/orders/{orderId}/returnable", { params: { path: { orderId } } }),
      ),
    enabled: opened,
    staleTime: 0,
  });
}

function bodyOf(
  { units, choices, preference, reasonCode, reason }: ReturnForm,
  chosen: ReturnableLine[],
) {
  return {
    lines: chosen.map(({ lineId }) => ({
      lineId,
      quantity: units[lineId] ?? 0,
      exchangeSkuId: preference === "exchange" ? Number(choices[lineId]) : null,
    })),
    reasonCode,
    reason,
    resolution: preference === "exchange" ? ("exchange" as const) : ("refund" as const),
    refundTo: preference === "wallet" ? ("wallet" as const) : ("source" as const),
    approve: true,
  };
}

/** The form of a return that is requested for the customer. */
export function useStartReturn({ order, opened, onClose, onChanged }: OrderPanelProps) {
  const { orderId } = order;
  const navigate = useNavigate();
  const client = useQueryClient();
  const query = useReturnable(orderId, opened);
  const [form, setForm] = useState(EMPTY);
  const { units, choices, preference } = form;
  const lines = query.data?.lines ?? [];
  const chosen = lines.filter((line) => (units[line.lineId] ?? 0) > 0);
  const count = chosen.reduce((sum, line) => sum + (units[line.lineId] ?? 0), 0);
  const canExchange = chosen.length > 0 && chosen.every((line) => line.exchanges.length > 0);
  const isComplete =
    count > 0 &&
    (preference !== "exchange" || (canExchange && chosen.every(({ lineId }) => choices[lineId])));
  const start = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/orders/{orderId}/returns", {
          params: { path: { orderId } },
          body: bodyOf(form, chosen),
        }),
      ),
    onSuccess: async ({ returnId }) => {
      toast(t("returns.started", { number: returnId }));
      onClose();
      onChanged();
      await client.invalidateQueries({ queryKey: ["returns"] });
      void navigate(`/returns/${returnId}`);
    },
  });
  const change = (changes: Partial<ReturnForm>) => setForm((before) => ({ ...before, ...changes }));
  return { query, lines, form, change, count, canExchange, isComplete, start };
}
