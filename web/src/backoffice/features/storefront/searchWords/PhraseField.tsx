import { TextInput } from "@mantine/core";
import { t } from "../../../messages/t";

interface Props {
  value: string;
  onChange: (phrase: string) => void;
  error: string | undefined;
  /** Whether the phrase is still to be entered. */
  isNew: boolean;
}

/** What shoppers search for. */
export function PhraseField({ value, onChange, error, isNew }: Props) {
  return (
    <TextInput
      label={t("searchWords.phrase")}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
      maxLength={60}
      data-autofocus={isNew || undefined}
    />
  );
}
