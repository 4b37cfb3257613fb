import { Button, Group, MultiSelect, NumberInput, Select, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useRef, useState } from "react";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote } from "../../ui/ErrorPanel";
import { minuteOf, timeValue } from "../../ui/time";
import { recipientsQuery, type ScheduleFields } from "./queries";
import { weekdayText } from "./scheduleText";

const FREQUENCIES = ["daily", "weekly", "monthly"] as const;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const LAST_DAY = 28;

interface Props {
  initial: ScheduleFields;
  button: string;
  pending: boolean;
  error: unknown;
  onSubmit: (fields: ScheduleFields) => void;
  onCancel?: () => void;
}

/** How often, when, and who gets it. */
export function ScheduleForm({ initial, button, pending, error, onSubmit, onCancel }: Props) {
  const [fields, setFields] = useState(initial);
  const [time, setTime] = useState(timeValue(initial.atMinute));
  const [isTried, setTried] = useState(false);
  const timeInput = useRef<HTMLInputElement>(null);
  const toInput = useRef<HTMLInputElement>(null);
  const isOnline = useOnline();
  const errors = fieldErrors(error);
  const atMinute = minuteOf(time);
  const hasRecipients = fields.recipients.length > 0;
  const change = (changes: Partial<ScheduleFields>) => setFields({ ...fields, ...changes });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    if (atMinute === null) timeInput.current?.focus();
    else if (!hasRecipients) toInput.current?.focus();
    else onSubmit({ ...fields, atMinute });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <WhenFields fields={fields} onChange={change} />
        <TextInput
          ref={timeInput}
          type="time"
          label={t("reports.time")}
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
          error={isTried && atMinute === null ? t("reports.chooseTime") : errors["atMinute"]}
        />
        <Recipients
          inputRef={toInput}
          chosen={fields.recipients}
          onChange={(recipients) => change({ recipients })}
          error={isTried && !hasRecipients ? t("reports.chooseRecipients") : errors["recipients"]}
        />
        <ErrorNote error={Object.keys(errors).length > 0 ? null : error} isWrite />
        <Group gap="xs">
          <Button type="submit" variant="filled" loading={pending} disabled={!isOnline}>
            {button}
          </Button>
          {onCancel ? <Button onClick={onCancel}>{t("reports.backToSchedules")}</Button> : null}
        </Group>
      </Stack>
    </form>
  );
}

interface WhenProps {
  fields: ScheduleFields;
  onChange: (changes: Partial<ScheduleFields>) => void;
}

function WhenFields({ fields, onChange }: WhenProps) {
  const { frequency, weekday, monthDay } = fields;
  return (
    <>
      <Select
        label={t("reports.frequency")}
        allowDeselect={false}
        data={FREQUENCIES.map((value) => ({ value, label: t(`reports.${value}`) }))}
        value={frequency}
        onChange={(value) =>
          onChange({ frequency: FREQUENCIES.find((one) => one === value) ?? frequency })
        }
      />
      {frequency === "weekly" ? (
        <Select
          label={t("reports.weekday")}
          allowDeselect={false}
          data={WEEKDAYS.map((day) => ({ value: String(day), label: weekdayText(day) }))}
          value={String(weekday)}
          onChange={(value) => onChange({ weekday: Number(value ?? weekday) })}
        />
      ) : null}
      {frequency === "monthly" ? (
        <NumberInput
          label={t("reports.monthDay")}
          min={1}
          max={LAST_DAY}
          clampBehavior="strict"
          allowDecimal={false}
          value={monthDay}
          onChange={(value) => onChange({ monthDay: Math.max(1, Number(value) || 1) })}
        />
      ) : null}
    </>
  );
}

interface RecipientProps {
  inputRef: React.Ref<HTMLInputElement>;
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
  error: string | undefined;
}

function Recipients({ inputRef, chosen, onChange, error }: RecipientProps) {
  const query = useQuery(recipientsQuery);
  const members = query.data?.items ?? [];
  const known = new Set(members.map(({ id }) => id));
  return (
    <>
      <MultiSelect
        ref={inputRef}
        label={t("reports.recipients")}
        description={t("reports.recipientsHelp")}
        data={members.map(({ id, name, email }) => ({
          value: String(id),
          label: `${name} (${email})`,
        }))}
        // Who may no longer see reports is left out when the form is saved.
        value={chosen.filter((id) => known.has(id)).map(String)}
        onChange={(ids) => onChange(ids.map(Number))}
        searchable
        hidePickedOptions
        error={error}
      />
      <ErrorNote error={query.error} />
    </>
  );
}
