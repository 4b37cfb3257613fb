import { Button } from "@mantine/core";

interface Props {
  text: string;
  /** The text with the name of what it changes. */
  label: string;
  onClick: () => void;
}

/** A small button of a row. */
export function RowButton({ text, label, onClick }: Props) {
  return (
    <Button size="compact-sm" aria-label={label} onClick={onClick}>
      {text}
    </Button>
  );
}
