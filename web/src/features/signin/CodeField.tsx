import { t } from "@/messages/t";
import { TextField } from "@/ui/Form/TextField";
import styles from "./CodeField.module.css";
import { codeIn } from "./contact";

interface Props {
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
}

/** Where the code that was sent is put in: typed, pasted with its sentence, or filled by the device. */
export function CodeField({ value, onChange, error }: Props) {
  return (
    <TextField
      label={t("signin.otp")}
      className={styles["code"]}
      name="otp"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      placeholder={t("signin.otpPrompt")}
      value={value}
      onChange={(text) => onChange(codeIn(text))}
      error={error}
    />
  );
}
