import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../../../messages/t";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Icon } from "../../../ui/Icon";
import styles from "../promotions.module.css";

interface Found {
  key: string | number;
  title: string;
  detail: ReactNode;
}

interface Props<Row extends Found> {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  rows: readonly Row[];
  /** The rows are those of the current search. */
  ready: boolean;
  error: unknown;
  onChoose: (row: Row) => void;
}

/** A search field with its matches below. Enter takes the first one. */
export function Finder<Row extends Found>(props: Props<Row>) {
  const { label, placeholder, text, onText, rows, ready, error, onChoose } = props;
  const isSearched = text.trim() !== "";
  return (
    <div className={styles.finder}>
      <TextInput
        label={label}
        placeholder={placeholder}
        type="search"
        maxLength={100}
        leftSection={<Icon name="search" small />}
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (isSearched && ready && rows[0]) onChoose(rows[0]);
        }}
      />
      <ErrorNote error={isSearched ? error : null} />
      {isSearched && rows.length > 0 ? (
        <ul className={styles.found} aria-label={t("promotions.matches")}>
          {rows.map((row) => (
            <li key={row.key}>
              <button type="button" onClick={() => onChoose(row)}>
                <span>{row.title}</span>
                <span className="quiet small">{row.detail}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {isSearched && ready && rows.length === 0 ? (
        <p className="quiet small" role="status">
          {t("promotions.noMatches")}
        </p>
      ) : null}
    </div>
  );
}
