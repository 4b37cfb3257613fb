import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../messages/t";
import styles from "./ColourField.module.css";

interface Props {
  label: string;
  /** `#rrggbb`; empty: none. */
  value: string;
  onChange: (value: string) => void;
  description?: ReactNode;
  error?: ReactNode;
  readOnly?: boolean;
}

const COMPLETE = /^#[0-9a-f]{6}$/i;

/**
 * A colour, typed or picked in the browser's own dialog. Mantine's ColorInput does not let Tab leave it.
 */
export function ColourField({ value, onChange, readOnly = false, ...props }: Props) {
  return (
    <TextInput
      {...props}
      maw={260}
      placeholder={t("ui.colourExample")}
      maxLength={7}
      spellCheck={false}
      value={value}
      readOnly={readOnly}
      onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
      rightSectionWidth={44}
      rightSection={
        <input
          type="color"
          className={styles.picker}
          aria-label={t("ui.pickColour", { label: props.label })}
          data-empty={!COMPLETE.test(value) || undefined}
          value={COMPLETE.test(value) ? value.toLowerCase() : "#ffffff"}
          disabled={readOnly}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      }
    />
  );
}
