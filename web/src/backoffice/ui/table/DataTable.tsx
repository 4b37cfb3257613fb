import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { t } from "../../messages/t";
import { BulkBar } from "../BulkBar";
import { Empty } from "../Empty";
import { ErrorPanel } from "../ErrorPanel";
import { KeyHint } from "../KeyHint";
import { useKeys } from "../keys";
import { lastOpened, rememberRow, rememberTrail } from "../listTrail";
import { SkeletonRows } from "../Skeletons";
import { countText } from "./count";
import styles from "./DataTable.module.css";
import { ColumnMenu, FilterBar } from "./FilterBar";
import { PhoneRows } from "./PhoneRows";
import { Rows, type RowsProps } from "./Rows";
import type { DataTableProps } from "./types";
import { useColumns } from "./useColumns";
import { type RowSelection, useSelection } from "./useSelection";
import { ViewTabs } from "./ViewTabs";

const NO_ROWS: never[] = [];

/**
 * A list: views, filters, rows, bulk actions and paging by cursor. Its state is in the address
 * (`useList`); the rows come from a query of the caller.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { list, query, columns, rowId, count, texts, filters = [], sorts = [] } = props;
  const rows: Row[] = query.data?.items ?? NO_ROWS;
  const search = useRef<HTMLInputElement>(null);
  const [filterOpened, setFilterOpened] = useState(false);
  const { visible, menu, isChosen } = useColumns(list.id, columns, rows, list);
  const shown = rows.map(rowId);
  const selection = useSelection(shown);
  const open = useOpen(props, rows);
  const current = useCurrentRow(shown, {
    open: (index) => rows[index] && open(rows[index]),
    select: (rowKey, range) => props.bulk && selection.toggle(rowKey, range),
    search: () => search.current?.focus(),
    filter: () => filters.length > 0 && setFilterOpened(true),
    escape: () => {
      // The filters close themselves only once they have the focus.
      if (filterOpened) setFilterOpened(false);
      else if (selection.ids.size > 0) selection.clear();
      else list.set("q", null);
    },
  });
  const now = () => ({
    params: { ...list.params },
    columns: visible.map((column) => column.id),
  });
  return (
    <div>
      <ViewTabs
        list={list}
        hasFilters={filters.length > 0 || texts.search !== undefined}
        canSave={list.isChanged || isChosen}
        now={now}
      />
      <FilterBar
        list={list}
        filters={filters}
        searchHint={texts.search}
        searchRef={search}
        sorts={sorts}
        columns={<ColumnMenu {...menu} />}
        countText={count ? texts.count({ count: count.value, shown: countText(count) }) : null}
        filterOpened={filterOpened}
        onFilterOpened={setFilterOpened}
      />
      <News news={props.news} />
      <Body
        {...props}
        rows={rows}
        visible={visible}
        selection={selection}
        current={current}
        onOpen={open}
      />
    </div>
  );
}

function News({ news }: { news: DataTableProps<object>["news"] }) {
  return (
    <div role="status" className={news ? styles.news : undefined}>
      {news ? (
        <button type="button" onClick={news.onShow}>
          {news.text}
        </button>
      ) : null}
    </div>
  );
}

type BodyProps<Row> = DataTableProps<Row> &
  Pick<RowsProps<Row>, "rows" | "current" | "onOpen"> & {
    visible: RowsProps<Row>["columns"];
    selection: RowSelection;
  };

/** The part below the filters: a skeleton, an error, the empty state, or rows. */
function Body<Row extends object>(props: BodyProps<Row>) {
  const { label, list, query, rows, selection, texts, emptyAction } = props;
  const isPhone = useMediaQuery("(width < 768px)", false, { getInitialValueInEffect: false });
  if (query.data === undefined && query.error) {
    return (
      <ErrorPanel
        error={query.error}
        title={t("table.failed")}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.isPending || list.isRestoring) {
    return (
      <div className={styles.skeleton}>
        <SkeletonRows rows={14} height={isPhone ? 97 : 44} />
      </div>
    );
  }
  if (rows.length === 0) return <NoRows {...props} text={texts.empty} action={emptyAction} />;
  const shared: RowsProps<Row> = {
    label,
    rows,
    columns: props.visible,
    rowId: props.rowId,
    rowLabel: props.rowLabel,
    rowHref: props.rowHref,
    list,
    selection: props.bulk ? selection : undefined,
    current: props.current,
    onOpen: props.onOpen,
    dimmed: query.isPlaceholderData,
    below: props.below,
  };
  return (
    <>
      {isPhone ? <PhoneRows {...shared} phone={props.phone} /> : <Rows {...shared} />}
      <Bulk {...props} />
      <Foot {...props} />
    </>
  );
}

interface NoRowsProps extends Pick<DataTableProps<object>, "list" | "filters"> {
  text: string;
  action: DataTableProps<object>["emptyAction"];
}

/** Nothing at all, nothing in a view, or nothing that matches the search and filters, which it names. */
function NoRows({ list, filters = [], text, action }: NoRowsProps) {
  if (list.isChanged) {
    const { q } = list.params;
    const names = [
      ...(q === undefined ? [] : [t("table.quoted", { text: q })]),
      ...filters.flatMap(({ key, label, describe }) => {
        const value = list.params[key];
        return value === undefined ? [] : [`${label}: ${describe(value)}`];
      }),
    ];
    return (
      <Empty
        text={names.length > 0 ? t("table.noMatch", { names: names.join(" · ") }) : text}
        action={<Button onClick={list.clear}>{t("table.clear")}</Button>}
      />
    );
  }
  const isFirstView = list.view.id === list.views[0]?.id;
  if (isFirstView) return <Empty text={text} action={action} />;
  return <Empty text={t("table.noneInView", { view: list.view.name })} />;
}

function Bulk<Row>(props: BodyProps<Row>) {
  const { bulk, selection, rows, rowId, count, texts, selectAll = false } = props;
  if (!bulk || selection.ids.size === 0) return null;
  const chosen = rows.filter((row) => selection.ids.has(rowId(row)));
  const total = count?.value ?? 0;
  const number = selection.all ? Math.max(total, chosen.length) : chosen.length;
  return (
    <BulkBar
      text={texts.selected?.(number) ?? t("table.selected", { count: number })}
      all={selection.all}
      allCount={selectAll && count && total > rows.length ? countText(count) : null}
      onSelectAll={selection.selectAll}
      onClear={selection.clear}
    >
      {bulk({
        rows: chosen,
        ids: chosen.map(rowId),
        all: selection.all,
        clear: selection.clear,
      })}
    </BulkBar>
  );
}

function Foot<Row>({ list, query, bulk, rowHref, texts }: BodyProps<Row>) {
  const { previousCursor = null, nextCursor = null } = query.data ?? {};
  const hints = [
    ["j k", t("table.keyMove")],
    ...(bulk ? [["x", t("table.keySelect")]] : []),
    ...(rowHref ? [["Enter", t("table.keyOpen")]] : []),
    ...(texts.search === undefined ? [] : [["/", t("table.keySearch")]]),
    ["?", t("table.keyAll")],
  ] as const;
  const go = (cursor: string | null) => {
    list.setCursor(cursor);
    window.scrollTo({ top: 0 });
  };
  return (
    <div className={styles.foot}>
      {previousCursor !== null || nextCursor !== null ? (
        <Button.Group>
          <Button disabled={previousCursor === null} onClick={() => go(previousCursor)}>
            {t("table.newer")}
          </Button>
          <Button disabled={nextCursor === null} onClick={() => go(nextCursor)}>
            {t("table.older")}
          </Button>
        </Button.Group>
      ) : null}
      <span className={styles.keys} aria-hidden="true">
        {hints.map(([keys = "", text]) => (
          <span key={keys}>
            <KeyHint keys={keys} /> {text}
          </span>
        ))}
      </span>
    </div>
  );
}

/** Opens a record and remembers the list, for Back, `j` and `k` there. */
function useOpen<Row>({ rowHref, rowId }: DataTableProps<Row>, rows: readonly Row[]) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (row: Row) => {
    if (!rowHref) return;
    rememberTrail({ back: pathname + search, hrefs: rows.map((one) => rowHref(one)) });
    rememberRow(rowId(row));
    void navigate(rowHref(row));
  };
}

interface Actions {
  open: (index: number) => unknown;
  /** With `range` all rows since the last one. */
  select: (id: string, range: boolean) => unknown;
  search: () => unknown;
  filter: () => unknown;
  escape: () => void;
}

/** The row that the keys are at. Starts at the record that was opened last from this list. */
function useCurrentRow(shown: readonly string[], actions: Actions): string | null {
  const { pathname, search } = useLocation();
  const [chosen, setChosen] = useState<string | null>(() => lastOpened(pathname + search));
  const index = chosen === null ? -1 : shown.indexOf(chosen);
  const returned = useRef(chosen);
  const move = (to: number) => {
    const id = shown[Math.max(0, Math.min(shown.length - 1, to))];
    if (id === undefined) return;
    setChosen(id);
    goToRow(id);
  };
  useEffect(() => {
    if (returned.current === null || !shown.includes(returned.current)) return;
    goToRow(returned.current);
    returned.current = null;
  }, [shown]);
  useKeys(t("keys.list"), [
    { keys: "j", label: t("table.keyDown"), run: () => move(index + 1) },
    { keys: "k", label: t("table.keyUp"), run: () => move(index - 1) },
    {
      keys: "x",
      label: t("table.keySelectRow"),
      run: ({ shiftKey }) => index >= 0 && chosen && actions.select(chosen, shiftKey),
    },
    { keys: "Enter", label: t("table.keyOpenRow"), run: () => index >= 0 && actions.open(index) },
    { keys: "/", label: t("table.keySearchList"), run: () => void actions.search() },
    { keys: "f", label: t("table.keyFilter"), run: () => void actions.filter() },
    { keys: "Escape", label: t("table.keyEscape"), run: actions.escape },
  ]);
  return index >= 0 ? chosen : null;
}

/** Scrolls to a row and focuses its link: Enter opens it, Tab goes on from there. */
function goToRow(id: string): void {
  const row = document.querySelector(`[data-row="${CSS.escape(id)}"]`);
  row?.querySelector<HTMLElement>("a[href]")?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}
