import { Button, Radio, Stack } from "@mantine/core";
import { t, tEnum } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ActionPanel } from "../../ui/ActionPanel";
import { ErrorNote } from "../../ui/ErrorPanel";
import type { IconName } from "../../ui/Icon";
import { Money, money } from "../../ui/Money";
import type { Fact } from "../../ui/Panel";
import { WhatWillHappen } from "../../ui/WhatWillHappen";
import { emailEffect, type StepPanelProps } from "./RefusePanel";
import styles from "./returns.module.css";
import { type Preview, type Settlement, useCompletion } from "./useCompletion";

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
  const completion = useCompletion(props);
  const { query, preview, chosen } = completion;
  return (
    <ActionPanel
      title={t("returns.completeTitle")}
      opened={props.opened}
      onClose={props.onClose}
      footer={<Submit {...completion} />}
    >
      <div className={styles.form}>
        <Ways {...completion} />
        <WhatWillHappen
          figures={preview && chosen ? figuresOf(preview, chosen) : []}
          effects={preview && chosen ? effectsOf(preview, chosen) : []}
          pending={query.isFetching}
          error={query.error}
        />
      </div>
    </ActionPanel>
  );
}

type Completion = ReturnType<typeof useCompletion>;

function Ways({ preview, settlements, problemOf, chosen, pick }: Completion) {
  return (
    <Radio.Group label={t("returns.completeHow")} value={chosen?.how ?? null} onChange={pick}>
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
  );
}

function Submit({ query, preview, chosen, complete }: Completion) {
  const isOnline = useOnline();
  return (
    <div className={styles.footer}>
      <ErrorNote error={complete.error} isWrite />
      <Button
        variant="filled"
        fullWidth
        loading={complete.isPending}
        disabled={!preview || !chosen || query.isFetching || !isOnline}
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
  );
}
