import { Button, Radio, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { hasCode } from "../../api/errors";
import { useIdempotencyKey } from "../../api/idempotency";
import type { components } from "../../api/schema";
import { t, tEnum } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ActionPanel } from "../../ui/ActionPanel";
import { ErrorNote } from "../../ui/ErrorPanel";
import type { IconName } from "../../ui/Icon";
import { Money, money } from "../../ui/Money";
import type { Fact } from "../../ui/Panel";
import { toast } from "../../ui/toasts";
import { WhatWillHappen } from "../../ui/WhatWillHappen";
import { emailEffect, type StepPanelProps } from "./RefusePanel";
import { useReturnChanged } from "./returnQuery";
import styles from "./returns.module.css";

type Preview = components["schemas"]["CompletionPreview"];
type Settlement = Preview["settlements"][number];
type How = Settlement["how"];

function figuresOf(preview: Preview, chosen: Settlement): Fact[] {
  if (chosen.how === "exchange") return [];
  const facts: Fact[] = [{ label: t("returns.units"), value: <Money value={preview.units} /> }];
  if (preview.shipping.amount > 0) {
    facts.push({ label: t("returns.delivery"), value: <Money value={preview.shipping} /> });
  }
  if (preview.refundedBefore.amount > 0) {
    facts.push({
      label: t("returns.refundedBefore"),
      value: <Money value={preview.refundedBefore} negative />,
    });
  }
  facts.push({
    label: t("returns.refundTotal"),
    value: <Money value={chosen.refund} />,
    total: true,
  });
  return facts;
}

function effectsOf(preview: Preview, chosen: Settlement) {
  const effects: { icon: IconName; text: string }[] = chosen.parts.map(({ kind, amount }) => ({
    icon: kind === "wallet" ? "wallet" : "money",
    text:
      kind === "wallet"
        ? t("returns.part.wallet", { amount: money(amount) })
        : t("returns.part.other", { amount: money(amount), kind }),
  }));
  if (chosen.how === "exchange") {
    effects.push({ icon: "box", text: t("returns.exchangeEffect") });
  }
  if (chosen.waitsForSignIn) effects.push({ icon: "info", text: t("returns.waitsEffect") });
  effects.push(emailEffect(preview.contact));
  return effects;
}

/** Completes a return: by a refund or by sending the replacements, as the server previews it. */
export function CompletePanel(props: StepPanelProps) {
  const { returned, opened } = props;
  const previewKey = ["returns", "completion", returned.returnId];
  const preview = useQuery({
    queryKey: previewKey,
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/returns/{returnId}/completion", {
          params: { path: { returnId: returned.returnId } },
        }),
      ),
    enabled: opened,
    staleTime: 0,
  });
  return (
    <Form
      {...props}
      preview={preview.data}
      isFetching={preview.isFetching}
      error={preview.error}
      previewKey={previewKey}
    />
  );
}

interface FormProps extends StepPanelProps {
  preview: Preview | undefined;
  isFetching: boolean;
  error: unknown;
  previewKey: readonly string[];
}

function useProblems(): (one: Settlement) => string {
  const { can } = useOperator();
  return (one) => {
    if (one.how !== "exchange" && !can("refunds.pay")) return t("returns.problem.refundsPay");
    return one.problem === "" ? "" : tEnum("returns.problem", one.problem);
  };
}

function Form({ returned, opened, onClose, preview, isFetching, error, previewKey }: FormProps) {
  const isOnline = useOnline();
  const client = useQueryClient();
  const changed = useReturnChanged();
  const problemOf = useProblems();
  const { headers, renewAfter } = useIdempotencyKey();
  const [picked, setPicked] = useState<How | null>(null);
  const settlements = preview?.settlements ?? [];
  const possible = settlements.filter((one) => problemOf(one) === "");
  const chosen = possible.find(({ how }) => how === (picked ?? preview?.requested)) ?? possible[0];
  const complete = useMutation({
    mutationFn: ({ how, version }: { how: How; version: string }) => {
      const params = { path: { returnId: returned.returnId }, header: headers };
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
        client.setQueryData(previewKey, failed.details["current"] as Preview);
      }
    },
  });
  return (
    <ActionPanel
      title={t("returns.completeTitle")}
      opened={opened}
      onClose={onClose}
      footer={
        <div className={styles.footer}>
          <ErrorNote error={complete.error} isWrite />
          <Button
            variant="filled"
            fullWidth
            loading={complete.isPending}
            disabled={!preview || !chosen || isFetching || !isOnline}
            onClick={() =>
              preview && chosen && complete.mutate({ how: chosen.how, version: preview.version })
            }
          >
            {chosen && chosen.how !== "exchange"
              ? t("returns.completeRefund", { amount: money(chosen.refund) })
              : t("returns.completeExchange")}
          </Button>
          <p className="quiet tiny">{t("returns.completeFinal")}</p>
        </div>
      }
    >
      <div className={styles.form}>
        <Radio.Group
          label={t("returns.completeHow")}
          value={chosen?.how ?? null}
          onChange={(value) => setPicked(value as How)}
        >
          <Stack gap="xs" mt={4}>
            {settlements.map((one) => {
              const how = tEnum("returns.how", one.how);
              return (
                <Radio
                  key={one.how}
                  value={one.how}
                  disabled={problemOf(one) !== ""}
                  label={one.how === preview?.requested ? t("returns.how.preferred", { how }) : how}
                  description={problemOf(one)}
                />
              );
            })}
          </Stack>
        </Radio.Group>
        <WhatWillHappen
          figures={preview && chosen ? figuresOf(preview, chosen) : []}
          effects={preview && chosen ? effectsOf(preview, chosen) : []}
          pending={isFetching}
          error={error}
        />
      </div>
    </ActionPanel>
  );
}
