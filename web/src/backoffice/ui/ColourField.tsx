import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../messages/t";
import styles from "./ColourField.module.css";

interface Props {
  label: string;
  /** `#rrggbb`; empty: none. */
  value: string;
  onChange: (value: string) => void;
  /** The colour that is shown without one, `#rrggbb`. */
  derived?: string;
  description?: ReactNode;
  error?: ReactNode;
  readOnly?: boolean;
  onBlur?: () => void;
}

const COMPLETE = /^#[0-9a-f]{6}$/i;

/**
 * A colour, typed or picked in the browser's own dialog. Mantine's ColorInput does not let Tab leave it.
 */
export function ColourField({ value, onChange, derived = "", readOnly = false, ...props }: Props) {
  const shown = [value, derived].find((one) => COMPLETE.test(one));
  return (
    <TextInput
      {...props}
      maw={260}
      placeholder={derived === "" ? t("ui.colourExample") : derived}
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
          data-empty={shown === undefined || undefined}
          value={shown?.toLowerCase() ?? "#ffffff"}
          disabled={readOnly}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      }
    />
  );
}
