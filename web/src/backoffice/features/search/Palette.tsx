import { ActionIcon, Modal } from "@mantine/core";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { errorMessage } from "../../api/errors";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { Icon } from "../../ui/Icon";
import { KeyHint } from "../../ui/KeyHint";
import { commandGroup, foundGroups, pageGroup, type Place, recentGroup } from "./entries";
import { searchedText } from "./grammar";
import styles from "./Palette.module.css";
import { readRecent, rememberOpened } from "./recent";
import type { Entry, EntryGroup } from "./types";
import { useScan } from "./useScan";

export interface PaletteProps {
  opened: boolean;
  onClose: () => void;
  /** Pages that the operator may see. */
  places: readonly Place[];
  /** What the operator may create. */
  creations: readonly Place[];
}

const DEBOUNCE_MS = 80;
const NO_GROUPS: never[] = [];

function useFound(text: string) {
  const searched = searchedText(text) ?? "";
  const [settled] = useDebouncedValue(searched, DEBOUNCE_MS);
  const query = useQuery({
    queryKey: ["search", settled],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/admin/v1/search", { params: { query: { q: settled } }, signal })),
    enabled: settled !== "",
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
  const isCurrent = settled === searched && !query.isPlaceholderData;
  return {
    groups: searched === "" ? NO_GROUPS : (query.data?.groups ?? NO_GROUPS),
    isSearching: searched !== "" && (query.isFetching || !isCurrent),
    error: query.error,
  };
}

/** The search box that opens with ⌘K: finds anything by number or name, and runs commands. */
export default function Palette({ opened, onClose, places, creations }: PaletteProps) {
  const isPhone = useMediaQuery("(width < 768px)", false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("search.title")}
      size={640}
      yOffset={isPhone ? 0 : 80}
      centered={false}
      fullScreen={isPhone}
      closeButtonProps={{ "aria-label": t("search.close") }}
      classNames={{ header: isPhone ? "" : "visually-hidden", body: styles.body ?? "" }}
      transitionProps={{ duration: 0 }}
    >
      <Search onClose={onClose} places={places} creations={creations} />
    </Modal>
  );
}

/** What the palette shows for a text: commands and pages at once, and what the server finds. */
function useEntries(text: string, places: readonly Place[], creations: readonly Place[]) {
  const operator = useOperator();
  const { groups: found, isSearching, error } = useFound(text);
  const groups = useMemo<EntryGroup[]>(() => {
    const commands = commandGroup(text, operator, creations);
    const pages = pageGroup(text, places);
    const all =
      text.trim() === ""
        ? [recentGroup(readRecent(operator.id)), commands, pages]
        : [commands, ...foundGroups(found, text.trim(), operator), pages];
    return all.filter(({ entries }) => entries.length > 0);
  }, [text, found, operator, places, creations]);
  return { groups, entries: groups.flatMap((group) => group.entries), isSearching, error };
}

/** Opens an entry; with ⌘ or Ctrl in a new tab. */
function useRun(onClose: () => void) {
  const operator = useOperator();
  const navigate = useNavigate();
  return (entry: Entry, newTab = false) => {
    if (entry.remember) rememberOpened(operator.id, entry.remember);
    onClose();
    if (entry.href !== undefined) window.open(entry.href, "_blank", "noopener");
    else if (entry.to !== undefined && newTab) window.open(`/backoffice${entry.to}`, "_blank");
    else if (entry.to !== undefined) void navigate(entry.to);
    entry.run?.();
  };
}

function Search({ onClose, places, creations }: Omit<PaletteProps, "opened">) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const { groups, entries, isSearching, error } = useEntries(text, places, creations);
  const run = useRun(onClose);
  const scanning = useScan(onClose, setText);
  const listId = useId();
  const current = entries.find(({ key }) => key === chosen) ?? entries[0];
  const move = (by: number) => {
    const at = current ? entries.indexOf(current) : -1;
    setChosen(entries[(at + by + entries.length) % entries.length]?.key ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter") {
      if (current) run(current, event.metaKey || event.ctrlKey);
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <Field
        text={text}
        onText={(next) => {
          setText(next);
          setChosen(null);
        }}
        listId={listId}
        current={current}
        onKeyDown={onKeyDown}
        onScan={scanning.start}
      />
      {scanning.scanner}
      <Results
        id={listId}
        groups={groups}
        current={current}
        onChoose={setChosen}
        onRun={run}
        dimmed={isSearching}
      />
      <Message text={text} count={entries.length} isSearching={isSearching} error={error} />
      <p className={styles.foot}>
        <KeyHint keys="↑" />
        <KeyHint keys="↓" /> {t("search.move")} <KeyHint keys="Enter" /> {t("search.open")}
      </p>
    </>
  );
}

interface FieldProps {
  text: string;
  onText: (text: string) => void;
  listId: string;
  current: Entry | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Null if this browser cannot read barcodes. */
  onScan: (() => void) | null;
}

/** Keeps the focus; the current entry is announced as its active descendant. */
function Field({ text, onText, listId, current, onKeyDown, onScan }: FieldProps) {
  return (
    <div className={styles.field}>
      <Icon name="search" />
      <input
        data-autofocus
        role="combobox"
        aria-label={t("search.field")}
        aria-expanded={current !== undefined}
        aria-controls={listId}
        aria-activedescendant={current ? `${listId}-${current.key}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        placeholder={t("search.hint")}
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {onScan ? (
        <ActionIcon variant="subtle" size={44} onClick={onScan} aria-label={t("search.scan")}>
          <Icon name="barcode" />
        </ActionIcon>
      ) : null}
    </div>
  );
}

interface ResultsProps {
  id: string;
  groups: readonly EntryGroup[];
  current: Entry | undefined;
  onChoose: (key: string) => void;
  onRun: (entry: Entry, newTab: boolean) => void;
  dimmed: boolean;
}

function Results({ id, groups, current, onChoose, onRun, dimmed }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [current?.key]);
  return (
    <div
      id={id}
      ref={list}
      role="listbox"
      aria-label={t("search.results")}
      className={styles.list}
      data-dimmed={dimmed || undefined}
    >
      {groups.map((group) => (
        <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
          <div className={styles.group} id={`${id}-${group.id}`} role="presentation">
            {group.label}
          </div>
          {group.entries.map((entry) => (
            // The field keeps the focus; it answers the keys.
            <div
              key={entry.key}
              id={`${id}-${entry.key}`}
              role="option"
              aria-selected={entry.key === current?.key}
              className={styles.entry}
              onMouseMove={() => entry.key !== current?.key && onChoose(entry.key)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => onRun(entry, event.metaKey || event.ctrlKey)}
            >
              <Icon name={entry.icon} small />
              <span className={styles.title}>{entry.title}</span>
              {entry.detail ? <span className={styles.detail}>{entry.detail}</span> : null}
              {entry.href ? (
                <span className={styles.note}>
                  <Icon name="external" small />
                  <span className="visually-hidden">{t("search.opensTab")}</span>
                </span>
              ) : null}
              {entry.note ? <span className={styles.note}>{entry.note}</span> : null}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

interface MessageProps {
  text: string;
  count: number;
  isSearching: boolean;
  error: unknown;
}

/** Says how many results there are, and why there are none. */
function Message({ text, count, isSearching, error }: MessageProps) {
  const typed = text.trim();
  if (error !== null && typed !== "") {
    return (
      <p className={styles.message} role="alert">
        {t("search.failed")} {errorMessage(error)}
      </p>
    );
  }
  const message =
    typed === ""
      ? t("search.start")
      : isSearching
        ? t("search.searching")
        : count === 0
          ? t("search.none", { text: typed })
          : t("search.count", { count });
  const isHidden = count > 0;
  return (
    <p className={isHidden ? "visually-hidden" : styles.message} role="status">
      {message}
    </p>
  );
}
