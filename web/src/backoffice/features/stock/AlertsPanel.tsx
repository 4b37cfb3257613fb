import { MultiSelect, Select, TextInput } from "@mantine/core";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { Panel } from "../../ui/Panel";
import { minuteOf, timeValue } from "../../ui/time";
import { When } from "../../ui/When";
import type { LowLevelChoices } from "./queries";
import styles from "./stock.module.css";
import type { useLowLevels } from "./useLowLevels";

const FREQUENCIES = ["off", "hourly", "daily"] as const;

interface Props {
  form: ReturnType<typeof useLowLevels>;
  choices: LowLevelChoices;
  canEdit: boolean;
  errors: Readonly<Record<string, string | undefined>>;
}

/** Who gets an email about items that have fallen to their level, and how often. */
export function AlertsPanel({ form, choices, canEdit, errors }: Props) {
  const { based, draft, change } = form;
  const mayReadTexts = useOperator().can("content.read");
  const { lastSentAt } = based.alerts;
  return (
    <Panel title={t("stock.alerts")}>
      <div className={styles.form}>
        <p className={styles.note}>{t("stock.alertsHelp")}</p>
        <Select
          label={t("stock.alertFrequency")}
          allowDeselect={false}
          data={FREQUENCIES.map((value) => ({ value, label: t(`stock.frequency.${value}`) }))}
          value={draft.frequency}
          onChange={(value) =>
            change({ frequency: FREQUENCIES.find((one) => one === value) ?? draft.frequency })
          }
          disabled={!canEdit}
        />
        {draft.frequency === "daily" ? (
          <TextInput
            type="time"
            label={t("stock.alertTime")}
            value={draft.atMinute === null ? "" : timeValue(draft.atMinute)}
            onChange={(event) => change({ atMinute: minuteOf(event.currentTarget.value) })}
            error={errors["atMinute"]}
            disabled={!canEdit}
          />
        ) : null}
        <Recipients form={form} choices={choices} canEdit={canEdit} error={errors["recipients"]} />
        <p className={styles.note}>
          {lastSentAt ? (
            <>
              {t("stock.lastAlert")} <When at={lastSentAt} as="full" />
            </>
          ) : (
            t("stock.noAlert")
          )}
        </p>
        {mayReadTexts ? (
          <Link className="link small" to="/content/emails/low_stock">
            {t("stock.alertText")}
          </Link>
        ) : null}
      </div>
    </Panel>
  );
}

interface RecipientsProps {
  form: ReturnType<typeof useLowLevels>;
  choices: LowLevelChoices;
  canEdit: boolean;
  error: string | undefined;
}

function Recipients({ form, choices, canEdit, error }: RecipientsProps) {
  const { based, draft, change } = form;
  const members = new Map(
    [...based.alerts.recipients, ...choices.recipients].map((one) => [one.id, one]),
  );
  return (
    <MultiSelect
      label={t("stock.alertRecipients")}
      description={t("stock.alertRecipientsHelp")}
      data={[...members.values()].map(({ id, name, email }) => ({
        value: String(id),
        label: `${name} (${email})`,
      }))}
      value={draft.recipients.map(String)}
      onChange={(ids) => change({ recipients: ids.map(Number) })}
      searchable
      hidePickedOptions
      error={error}
      disabled={!canEdit}
    />
  );
}
