import { Button, Select, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../../api/client";
import type { components } from "../../../api/schema";
import { t, tEnum } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useShop } from "../../../session/session";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { money } from "../../../ui/Money";
import { toast } from "../../../ui/toasts";
import { longDay } from "../../../ui/time";
import { WhatWillHappen } from "../../../ui/WhatWillHappen";
import styles from "./panels.module.css";
import { Quantity } from "./Quantity";
import type { OrderPanelProps } from "./props";

type Returnable = components["schemas"]["Returnable"];
type Line = Returnable["lines"][number];
type Preference = "source" | "wallet" | "exchange";

const PROBLEMS = {
  not_delivered: "returns.startNotDelivered",
  open_return: "returns.startOpen",
  nothing_left: "returns.startNothing",
} as const;

function optionText(options: Line["options"]): string {
  return options.map(({ value }) => value).join(" · ");
}

/** Requests a return for the customer, who has called or written. It is approved at once. */
export default function StartReturnPanel({ order, opened, onClose, onChanged }: OrderPanelProps) {
  const { orderId } = order;
  const navigate = useNavigate();
  const client = useQueryClient();
  const isOnline = useOnline();
  const query = useQuery({
    queryKey: ["orders", orderId, "returnable"],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/orders/{orderId}/returnable", { params: { path: { orderId } } }),
      ),
    enabled: opened,
    staleTime: 0,
  });
  const lines = query.data?.lines ?? [];
  const [units, setUnits] = useState<Readonly<Record<number, number>>>({});
  const [choices, setChoices] = useState<Readonly<Record<number, string | null>>>({});
  const [preference, setPreference] = useState<Preference>("source");
  const [reason, setReason] = useState("");
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
          body: {
            lines: chosen.map(({ lineId }) => ({
              lineId,
              quantity: units[lineId] ?? 0,
              exchangeSkuId: preference === "exchange" ? Number(choices[lineId]) : null,
            })),
            reason,
            resolution: preference === "exchange" ? "exchange" : "refund",
            refundTo: preference === "wallet" ? "wallet" : "source",
            approve: true,
          },
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
  return (
    <ActionPanel
      title={t("returns.startTitle")}
      opened={opened}
      onClose={onClose}
      footer={
        <div className={styles.footer}>
          <ErrorNote error={start.error} isWrite />
          <Button
            variant="filled"
            fullWidth
            loading={start.isPending}
            disabled={!isComplete || !isOnline}
            title={isOnline ? undefined : t("returns.offline")}
            onClick={() => start.mutate()}
          >
            {count === 0 ? t("returns.startNone") : t("returns.startSubmit", { count })}
          </Button>
        </div>
      }
    >
      <div className={styles.form}>
        <ErrorNote error={query.error} />
        <Hints returnable={query.data} />
        <ul className={styles.lines}>
          {lines.map((line) => (
            <li key={line.lineId} className={styles.line}>
              <div className={styles.what}>
                <div className={styles.title}>{line.title}</div>
                <div className="quiet small">
                  {[optionText(line.options), money(line.unitPrice)].filter(Boolean).join(" · ")}
                </div>
              </div>
              <Quantity
                title={line.title}
                value={units[line.lineId] ?? 0}
                max={line.quantity}
                onChange={(quantity) => setUnits({ ...units, [line.lineId]: quantity })}
              />
              {preference === "exchange" && (units[line.lineId] ?? 0) > 0 ? (
                <Select
                  label={t("returns.startChoice", { title: line.title })}
                  data={line.exchanges.map(({ skuId, options }) => ({
                    value: String(skuId),
                    label: optionText(options),
                  }))}
                  value={choices[line.lineId] ?? null}
                  onChange={(value) => setChoices({ ...choices, [line.lineId]: value })}
                />
              ) : null}
            </li>
          ))}
        </ul>
        {query.data?.possible ? (
          <>
            <Select
              label={t("returns.startPreference")}
              allowDeselect={false}
              data={(["source", "wallet", "exchange"] as const).map((value) => ({
                value,
                label: tEnum("returns.how", value),
                disabled: value === "exchange" && !canExchange,
              }))}
              value={preference}
              onChange={(value) => setPreference((value ?? "source") as Preference)}
            />
            <Textarea
              label={t("returns.startReason")}
              description={t("returns.startReasonHelp")}
              autosize
              minRows={2}
              maxLength={1000}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
            <WhatWillHappen
              effects={[
                { icon: "returns", text: t("returns.startApproved") },
                { icon: "money", text: t("returns.inspectEffectMoney") },
                { icon: "box", text: t("returns.inspectEffectNoStock") },
              ]}
            />
          </>
        ) : null}
      </div>
    </ActionPanel>
  );
}

function Hints({ returnable }: { returnable: Returnable | undefined }) {
  const { timeZone } = useShop();
  if (!returnable) return null;
  if (returnable.problem !== "") return <p>{t(PROBLEMS[returnable.problem])}</p>;
  const until = returnable.returnUntil;
  if (until === null || new Date(until) > new Date()) return null;
  return <p className="quiet small">{t("returns.startLate", { day: longDay(until, timeZone) })}</p>;
}
