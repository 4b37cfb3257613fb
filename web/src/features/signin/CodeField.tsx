import { t } from "@/messages/t";
import { TextField } from "@/ui/Form/TextField";
import styles from "./CodeField.module.css";
import { extractCode } from "./contact";

interface Props {
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
  /** Needed when a form has two codes. */
  label?: string;
  name?: string;
  isSecond?: boolean;
}

/** A one-time code: typed, pasted with text around it, or filled in by the device. */
export function CodeField({
  value,
  onChange,
  error,
  label = t("signin.otp"),
  name = "otp",
  isSecond = false,
}: Props) {
  return (
    <TextField
      label={label}
      className={styles["code"]}
      name={name}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus={!isSecond}
      placeholder={t("signin.otpPrompt")}
      value={value}
      onChange={(text) => onChange(extractCode(text))}
      error={error}
    />
  );
}
