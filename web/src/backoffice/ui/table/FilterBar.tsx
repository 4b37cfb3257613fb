import { ActionIcon, Button, Checkbox, Menu, Popover, Stack, TextInput } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { t } from "../../messages/t";
import { useRouterNow } from "../addressSearch";
import { focusPage } from "../focus";
import { Icon } from "../Icon";
import { KeyHint } from "../KeyHint";
import type { Filter } from "./filters";
import styles from "./FilterBar.module.css";
import type { ListState } from "./listState";

/** The list is searched this many milliseconds after the last key. */
const SEARCH_MS = 250;

interface Props {
  list: ListState;
  filters: readonly Filter[];
  searchHint: string | undefined;
  searchRef: RefObject<HTMLInputElement | null>;
  sorts: readonly { value: string; label: string }[];
  columns: ReactNode;
  /** "142 orders" */
  countText: string | null;
  filterOpened: boolean;
  onFilterOpened: (opened: boolean) => void;
}

/** Search, filters as chips, the count, sort and columns. */
export function FilterBar(props: Props) {
  const { list, filters, searchHint, searchRef, sorts, columns, countText } = props;
  const active = filters.filter(({ key }) => list.params[key] !== undefined);
  return (
    <div className={styles.bar} role="search">
      {searchHint === undefined ? null : <Search list={list} hint={searchHint} field={searchRef} />}
      {active.map((filter) => (
        <FilterChip key={filter.key} filter={filter} list={list} />
      ))}
      <AddFilter {...props} inactive={filters.filter((one) => !active.includes(one))} />
      {list.isChanged ? (
        <button type="button" className={`${styles.clear} link`} onClick={list.clear}>
          {t("table.clear")}
        </button>
      ) : null}
      <span className={styles.count} role="status">
        {countText}
      </span>
      {sorts.length > 0 ? <SortMenu list={list} sorts={sorts} /> : null}
      {columns}
    </div>
  );
}

function Search({
  list,
  hint,
  field,
}: {
  list: ListState;
  hint: string;
  field: RefObject<HTMLInputElement | null>;
}) {
  const inAddress = list.params["q"] ?? "";
  const [text, setText] = useState(inAddress);
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  // Another view or Back changes the text; typing does not.
  const [seen, setSeen] = useState(inAddress);
  if (seen !== inAddress) {
    setSeen(inAddress);
    if (text.trim() !== inAddress) setText(inAddress);
  }
  // A new address would end the way to a page that is still loading, such as a row's.
  const isLeaving = useNavigation().state !== "idle";
  const now = useRouterNow();
  useEffect(() => {
    if (isLeaving || text.trim() === inAddress) return;
    const search = () => {
      if (now().navigation.state !== "idle") return;
      latest.current.set("q", text.trim() || null, { replace: inAddress !== "" });
    };
    const timer = window.setTimeout(search, SEARCH_MS);
    return () => window.clearTimeout(timer);
  }, [text, inAddress, isLeaving, now]);
  return (
    <TextInput
      ref={field}
      className={styles.search}
      type="search"
      aria-label={hint}
      aria-keyshortcuts="/"
      placeholder={hint}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        setText("");
        focusPage();
      }}
      leftSection={<Icon name="search" small />}
      rightSection={<KeyHint keys="/" />}
    />
  );
}

function FilterChip({ filter, list }: { filter: Filter; list: ListState }) {
  const [opened, setOpened] = useState(false);
  const value = list.params[filter.key] ?? "";
  const text = `${filter.label}: ${filter.describe(value)}`;
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-start" width={260}>
      <span className={styles.chip}>
        <Popover.Target>
          <button
            type="button"
            className={styles.text}
            onClick={() => setOpened(!opened)}
            title={text}
          >
            {text}
          </button>
        </Popover.Target>
        <button
          type="button"
          onClick={() => list.set(filter.key, null)}
          aria-label={t("table.removeFilter", { name: filter.label })}
        >
          <Icon name="close" small />
        </button>
      </span>
      <Popover.Dropdown>
        {filter.edit({ value, onChange: (next) => list.set(filter.key, next) })}
      </Popover.Dropdown>
    </Popover>
  );
}

function AddFilter({
  list,
  inactive,
  filterOpened,
  onFilterOpened,
}: Props & { inactive: readonly Filter[] }) {
  const [chosen, setChosen] = useState<Filter | null>(null);
  const close = (opened: boolean) => {
    onFilterOpened(opened);
    if (!opened) setChosen(null);
  };
  if (inactive.length === 0 && chosen === null) return null;
  const apply = (next: string | null) => {
    if (chosen) list.set(chosen.key, next);
    close(false);
  };
  return (
    <Popover opened={filterOpened} onChange={close} trapFocus position="bottom-start" width={260}>
      <Popover.Target>
        <Button
          leftSection={<Icon name="plus" small />}
          onClick={() => close(!filterOpened)}
          aria-expanded={filterOpened}
          aria-keyshortcuts="f"
        >
          {t("table.filter")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={chosen ? "md" : 4}>
        {chosen ? (
          <>
            <p className={styles.name}>{chosen.label}</p>
            {chosen.edit({ value: null, onChange: apply })}
          </>
        ) : (
          <Stack gap={0}>
            {inactive.map((filter) => (
              <Button
                key={filter.key}
                variant="subtle"
                justify="flex-start"
                onClick={() => setChosen(filter)}
              >
                {filter.label}
              </Button>
            ))}
          </Stack>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function SortMenu({
  list,
  sorts,
}: {
  list: ListState;
  sorts: readonly { value: string; label: string }[];
}) {
  const current = sorts.find(({ value }) => value === list.params["sort"]) ?? sorts[0];
  return (
    <Menu>
      <Menu.Target>
        <Button leftSection={<Icon name="sort" small />}>{current?.label}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sorts.map(({ value, label }) => (
          <Menu.Item
            key={value}
            onClick={() => list.set("sort", value)}
            rightSection={value === current?.value ? <Icon name="check" small /> : null}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ColumnMenuProps {
  columns: readonly { id: string; header: string; visible: boolean; fixed: boolean }[];
  onToggle: (id: string) => void;
  onReset: () => void;
}

/** Chooses the columns of a list; the choice is kept in this browser. */
export function ColumnMenu({ columns, onToggle, onReset }: ColumnMenuProps) {
  return (
    <Popover trapFocus position="bottom-end">
      <Popover.Target>
        <ActionIcon aria-label={t("table.columns")} visibleFrom="sm">
          <Icon name="columns" small />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {columns.map(({ id, header, visible, fixed }) => (
            <Checkbox
              key={id}
              label={header}
              checked={visible}
              disabled={fixed}
              onChange={() => onToggle(id)}
            />
          ))}
          <Button variant="subtle" onClick={onReset}>
            {t("table.columnsReset")}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
