import { Checkbox, Radio, Stack, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { t } from "../../messages/t";
import { dayOf } from "../time";

/** A filter of a list, shown as a chip while it has a value. Values are strings in the address. */
export interface Filter {
  key: string;
  label: string;
  /** The value as the chip shows it: "last 7 days". */
  describe: (value: string) => string;
  edit: (props: EditProps) => ReactNode;
}

export interface EditProps {
  value: string | null;
  onChange: (value: string | null) => void;
}

interface Options {
  key: string;
  label: string;
  options: readonly { value: string; label: string }[];
  /** Several values, separated by commas in the address. */
  many?: boolean;
}

/** One of several values, or some of them. */
export function choiceFilter({ key, label, options, many = false }: Options): Filter {
  const nameOf = (value: string) => options.find((one) => one.value === value)?.label ?? value;
  return {
    key,
    label,
    describe: (value) => value.split(",").map(nameOf).join(", "),
    edit: ({ value, onChange }) =>
      many ? (
        <Checkbox.Group
          aria-label={label}
          value={value ? value.split(",") : []}
          onChange={(values) => onChange(values.length > 0 ? values.join(",") : null)}
        >
          <Stack gap="xs">
            {options.map((option) => (
              <Checkbox key={option.value} value={option.value} label={capitalized(option.label)} />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : (
        <Radio.Group aria-label={label} value={value} onChange={onChange}>
          <Stack gap="xs">
            {options.map((option) => (
              <Radio key={option.value} value={option.value} label={capitalized(option.label)} />
            ))}
          </Stack>
        </Radio.Group>
      ),
  };
}

interface TextOptions {
  key: string;
  label: string;
  placeholder?: string;
  /** `number` and `date` open the browser's own keyboard or calendar. */
  type?: "text" | "number" | "date";
}

/** A typed value, taken over with ↵ or when the field is left. */
export function textFilter({ key, label, placeholder, type = "text" }: TextOptions): Filter {
  return {
    key,
    label,
    describe: (value) => value,
    edit: (props) => <TextEdit {...props} label={label} placeholder={placeholder} type={type} />,
  };
}

function TextEdit({
  value,
  onChange,
  label,
  placeholder,
  type,
}: EditProps & { label: string; placeholder: string | undefined; type: string }) {
  const [text, setText] = useState(value ?? "");
  const finish = () => onChange(text.trim() === "" ? null : text.trim());
  return (
    <TextInput
      aria-label={label}
      type={type}
      value={text}
      placeholder={placeholder ?? ""}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={finish}
      onKeyDown={({ key }) => (key === "Enter" ? finish() : undefined)}
      data-autofocus
    />
  );
}

/** The chip says "Placed: last 7 days"; as an option the same words begin the line. */
const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const PRESETS = ["1d", "7d", "30d", "90d"] as const;

/** Days in a time zone, both included; null is open. */
export interface DayRange {
  from: string | null;
  to: string | null;
}

/** Reads `7d` (the last seven days, with today) or `2026-11-01..2026-11-23`. */
export function dayRange(value: string, timeZone: string, now = new Date()): DayRange {
  const days = /^(\d+)d$/.exec(value)?.[1];
  if (days !== undefined) {
    const start = new Date(now.getTime() - (Number(days) - 1) * 86_400_000);
    return { from: dayOf(start, timeZone), to: null };
  }
  const [from = "", to = ""] = value.split("..");
  const day = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : null);
  return { from: day(from), to: day(to) };
}

/** Days: today, the last 7, 30 or 90 days, or from one day to another. Read it with `dayRange`. */
export function dayFilter({ key, label }: { key: string; label: string }): Filter {
  return {
    key,
    label,
    describe: (value) => {
      const preset = PRESETS.find((one) => one === value);
      if (preset) return t(`filter.${preset}`);
      const [from = "", to = ""] = value.split("..");
      return from === "" ? t("filter.until", { to }) : t("filter.range", { from, to: to || "…" });
    },
    edit: (props) => <DayEdit {...props} label={label} />,
  };
}

function DayEdit({ value, onChange, label }: EditProps & { label: string }) {
  const [from = "", to = ""] = value?.includes("..") ? value.split("..") : [];
  const change = (nextFrom: string, nextTo: string) =>
    onChange(nextFrom === "" && nextTo === "" ? null : `${nextFrom}..${nextTo}`);
  return (
    <Stack gap="xs">
      <Radio.Group aria-label={label} value={value} onChange={onChange}>
        <Stack gap="xs">
          {PRESETS.map((preset) => (
            <Radio key={preset} value={preset} label={capitalized(t(`filter.${preset}`))} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        type="date"
        label={t("filter.from")}
        value={from}
        onChange={({ currentTarget }) => change(currentTarget.value, to)}
      />
      <TextInput
        type="date"
        label={t("filter.to")}
        value={to}
        onChange={({ currentTarget }) => change(from, currentTarget.value)}
      />
    </Stack>
  );
}
