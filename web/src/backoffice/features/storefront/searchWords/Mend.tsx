import { RowButton } from "./RowButton";

interface Props {
  isDone: boolean;
  done: string;
  text: string;
  label: string;
  /** Undefined if the operator may not do it. */
  onClick: (() => void) | undefined;
}

/** A button that mends a search, or that this has been done. */
export function Mend({ isDone, done, text, label, onClick }: Props) {
  if (isDone) return <span className="quiet small">{done}</span>;
  return onClick ? <RowButton text={text} label={label} onClick={onClick} /> : null;
}
