import { TextInput } from "@mantine/core";
import { type ReactNode } from "react";
import { t } from "../../messages/t";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Icon } from "../../ui/Icon";
import styles from "./drafts.module.css";

interface Found {
  key: string | number;
  title: ReactNode;
  detail: ReactNode;
  disabled?: boolean;
}

interface Props<Row extends Found> {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  rows: readonly Row[];
  /** The search is complete. */
  ready: boolean;
  error: unknown;
  none: string;
  onChoose: (row: Row) => void;
}

/** A search field with its matches below. Enter takes the first one. */
export function Finder<Row extends Found>(props: Props<Row>) {
  const { label, text, rows, ready, error, onChoose } = props;
  const isSearched = text.trim() !== "";
  const first = rows.find((row) => row.disabled !== true);
  return (
    <div className={styles.finder}>
      <TextInput
        label={label}
        placeholder={props.placeholder}
        type="search"
        maxLength={100}
        leftSection={<Icon name="search" small />}
        value={text}
        onChange={(event) => props.onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (isSearched && ready && first) onChoose(first);
        }}
      />
      <ErrorNote error={isSearched ? error : null} />
      {isSearched && rows.length > 0 ? (
        <ul className={styles.found} aria-label={t("drafts.matches")}>
          {rows.map((row) => (
            <li key={row.key}>
              <button type="button" disabled={row.disabled} onClick={() => onChoose(row)}>
                <span>{row.title}</span>
                <span className="quiet small">{row.detail}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {isSearched && ready && rows.length === 0 ? (
        <p className="quiet small" role="status">
          {props.none}
        </p>
      ) : null}
    </div>
  );
}
