import { Button, Select, Textarea } from "@mantine/core";
import { CHOSEN_REASONS } from "../../../api/returnReasons";
import { t, tEnum } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useShop } from "../../../session/session";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { longDay } from "../../../ui/time";
import { WhatWillHappen } from "../../../ui/WhatWillHappen";
import styles from "./panels.module.css";
import type { OrderPanelProps } from "./props";
import { StartReturnLine } from "./StartReturnLine";
import { PREFERENCES, type Returnable, type ReturnForm, useStartReturn } from "./useStartReturn";

const PROBLEMS = {
  not_delivered: "returns.startNotDelivered",
  open_return: "returns.startOpen",
  nothing_left: "returns.startNothing",
} as const;

/** Requests a return for the customer, who has called or written. It is approved at once. */
export default function StartReturnPanel(props: OrderPanelProps) {
  const isOnline = useOnline();
  const { query, lines, form, change, count, canExchange, isComplete, start } =
    useStartReturn(props);
  return (
    <ActionPanel
      title={t("returns.startTitle")}
      opened={props.opened}
      onClose={props.onClose}
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
            <StartReturnLine key={line.lineId} line={line} form={form} onChange={change} />
          ))}
        </ul>
        {query.data?.possible ? (
          <PreferenceFields form={form} onChange={change} canExchange={canExchange} />
        ) : null}
      </div>
    </ActionPanel>
  );
}

interface PreferenceFieldsProps {
  form: ReturnForm;
  onChange: (changes: Partial<ReturnForm>) => void;
  canExchange: boolean;
}

/** What the customer would like for the units, and why they come back. */
function PreferenceFields({ form, onChange, canExchange }: PreferenceFieldsProps) {
  return (
    <>
      <Select
        label={t("returns.startPreference")}
        allowDeselect={false}
        data={PREFERENCES.map((value) => ({
          value,
          label: tEnum("returns.how", value),
          disabled: value === "exchange" && !canExchange,
        }))}
        value={form.preference}
        onChange={(value) => onChange({ preference: value ?? "source" })}
      />
      <Select
        label={t("returns.startReason")}
        placeholder={t("returns.reasonOf.none")}
        clearable
        data={CHOSEN_REASONS.map((value) => ({ value, label: tEnum("returns.reasonOf", value) }))}
        value={form.reasonCode}
        onChange={(reasonCode) => onChange({ reasonCode })}
      />
      <Textarea
        label={t("returns.startWords")}
        description={t("returns.startWordsHelp")}
        autosize
        minRows={2}
        maxLength={1000}
        value={form.reason}
        onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
      />
      <WhatWillHappen
        effects={[
          { icon: "returns", text: t("returns.startApproved") },
          { icon: "money", text: t("returns.inspectEffectMoney") },
          { icon: "box", text: t("returns.inspectEffectNoStock") },
        ]}
      />
    </>
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
