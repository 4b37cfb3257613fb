import { Button, Textarea } from "@mantine/core";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote } from "../../ui/ErrorPanel";

interface Props {
  label: string;
  error: unknown;
  pending: boolean;
  disabled?: boolean;
  onSubmit: () => void;
}

/** The button of a panel, with the error of its change above it. */
export function SubmitFooter({ label, error, pending, disabled = false, onSubmit }: Props) {
  const online = useOnline();
  return (
    <>
      <ErrorNote error={error} isWrite />
      <Button
        variant="filled"
        fullWidth
        loading={pending}
        disabled={disabled || !online}
        title={online ? undefined : t("frame.offlineWrites")}
        onClick={onSubmit}
      >
        {label}
      </Button>
    </>
  );
}

interface NoteProps {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

export function NoteField({ label = t("stock.note"), value, onChange, error }: NoteProps) {
  return (
    <Textarea
      label={label}
      maxLength={500}
      autosize
      minRows={2}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
