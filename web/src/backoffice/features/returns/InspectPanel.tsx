import { Button, Checkbox, NumberInput, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors } from "../../api/errors";
import { useIdempotencyKey } from "../../api/idempotency";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ActionPanel } from "../../ui/ActionPanel";
import { ErrorNote } from "../../ui/ErrorPanel";
import type { IconName } from "../../ui/Icon";
import { toast } from "../../ui/toasts";
import { WhatWillHappen } from "../../ui/WhatWillHappen";
import type { StepPanelProps } from "./RefusePanel";
import { type Returned, useReturnChanged } from "./returnQuery";
import styles from "./returns.module.css";

interface Found {
  accepted: number;
  restock: boolean;
}

function effectsOf(returned: Returned, found: Readonly<Record<number, Found>>) {
  const effects: { icon: IconName; text: string }[] = [];
  let missing = 0;
  for (const line of returned.lines) {
    const { accepted, restock } = found[line.lineId] ?? { accepted: 0, restock: false };
    missing += line.requested - accepted;
    if (restock && accepted > 0) {
      const text = t("returns.inspectEffectStock", { count: accepted, title: line.title });
      effects.push({ icon: "box", text });
    }
  }
  if (effects.length === 0) effects.push({ icon: "box", text: t("returns.inspectEffectNoStock") });
  if (missing > 0) {
    effects.push({ icon: "minus", text: t("returns.inspectEffectLess", { count: missing }) });
    if (returned.shipping.amount > 0) {
      effects.push({ icon: "truck", text: t("returns.inspectEffectDelivery") });
    }
  }
  effects.push({ icon: "money", text: t("returns.inspectEffectMoney") });
  return { effects, missing };
}

/** The form of an inspection. All units are accepted until something else is typed. */
function useInspection({ returned, onClose }: StepPanelProps) {
  const changed = useReturnChanged();
  const { headers, renewAfter } = useIdempotencyKey();
  const [found, setFound] = useState<Readonly<Record<number, Found>>>(() =>
    Object.fromEntries(
      returned.lines.map((line) => [line.lineId, { accepted: line.requested, restock: true }]),
    ),
  );
  const [answer, setAnswer] = useState("");
  const lines = returned.lines.map(({ lineId }) => ({
    lineId,
    ...(found[lineId] ?? { accepted: 0, restock: false }),
  }));
  const inspect = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/returns/{returnId}/inspect", {
          params: { path: { returnId: returned.returnId }, header: headers },
          body: { lines, answer },
        }),
      ),
    onSuccess: (now) => {
      changed(now);
      onClose();
      toast(t("returns.done.inspect"));
    },
    onError: renewAfter,
  });
  const count = lines.reduce((sum, line) => sum + line.accepted, 0);
  const set = (lineId: number, change: Partial<Found>) =>
    setFound((before) => ({
      ...before,
      [lineId]: { ...(before[lineId] ?? { accepted: 0, restock: true }), ...change },
    }));
  return { found, set, answer, setAnswer, count, inspect };
}

/** Records how many units of each line are accepted, and which go back into stock. */
export function InspectPanel(props: StepPanelProps) {
  const { returned, opened, onClose } = props;
  const isOnline = useOnline();
  const { found, set, answer, setAnswer, count, inspect } = useInspection(props);
  const { effects, missing } = effectsOf(returned, found);
  return (
    <ActionPanel
      title={t("returns.inspectTitle")}
      opened={opened}
      onClose={onClose}
      footer={
        <div className={styles.footer}>
          <ErrorNote error={inspect.error} isWrite />
          <Button
            variant="filled"
            fullWidth
            loading={inspect.isPending}
            disabled={count === 0 || (missing > 0 && answer.trim() === "") || !isOnline}
            onClick={() => inspect.mutate()}
          >
            {count === 0 ? t("returns.inspectNone") : t("returns.inspectSubmit", { count })}
          </Button>
          <p className="quiet tiny">{t("returns.inspectOnce")}</p>
        </div>
      }
    >
      <div className={styles.form}>
        <ul className={styles.lines}>
          {returned.lines.map((line) => (
            <InspectedLine
              key={line.lineId}
              line={line}
              found={found[line.lineId]}
              onChange={(change) => set(line.lineId, change)}
            />
          ))}
        </ul>
        {missing > 0 ? (
          <Textarea
            label={t("returns.inspectAnswer")}
            description={t("returns.refuseHelp")}
            autosize
            minRows={2}
            maxLength={1000}
            value={answer}
            error={fieldErrors(inspect.error)["answer"]}
            onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
          />
        ) : null}
        <WhatWillHappen effects={effects} />
      </div>
    </ActionPanel>
  );
}

interface LineProps {
  line: Returned["lines"][number];
  found: Found | undefined;
  onChange: (change: Partial<Found>) => void;
}

function InspectedLine({ line, found, onChange }: LineProps) {
  return (
    <li>
      <div className="strong">{line.title}</div>
      <div className={styles.row}>
        <NumberInput
          aria-label={t("returns.acceptUnits", { title: line.title })}
          w={90}
          min={0}
          max={line.requested}
          allowDecimal={false}
          clampBehavior="strict"
          value={found?.accepted ?? 0}
          onChange={(value) => onChange({ accepted: Number(value) || 0 })}
        />
        <span className="quiet">{t("returns.ofRequested", { count: line.requested })}</span>
      </div>
      <Checkbox
        label={t("returns.restock")}
        checked={found?.restock ?? false}
        onChange={({ currentTarget }) => onChange({ restock: currentTarget.checked })}
      />
    </li>
  );
}
