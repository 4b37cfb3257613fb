import { t } from "@/messages/t";
import { TextField } from "@/ui/Form/TextField";
import styles from "./CodeField.module.css";
import { codeIn } from "./contact";

interface Props {
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
  /** Where there are two codes: which one it is. */
  label?: string;
  name?: string;
  isSecond?: boolean;
}

/** Where the code that was sent is put in: typed, pasted with its sentence, or filled by the device. */
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
      onChange={(text) => onChange(codeIn(text))}
      error={error}
    />
  );
}
