import {
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { read, remove, write } from "@/storage/browserStorage";
import type { ListState } from "./listState";
import type { Column } from "./types";

const features = tableFeatures({ columnVisibilityFeature });

type Visibility = Record<string, boolean>;

function stored(key: string): Visibility | null {
  try {
    return JSON.parse(read(key) ?? "null") as Visibility | null;
  } catch {
    return null;
  }
}

function byDefault<Row>(columns: readonly Column<Row>[]): Visibility {
  return Object.fromEntries(columns.map(({ id, optional }) => [id, !optional]));
}

function useVisibility<Row>(
  columns: readonly Column<Row>[],
  chosen: Visibility | null,
  ofView: readonly string[] | undefined,
): Visibility {
  return useMemo(() => {
    if (ofView) {
      return Object.fromEntries(
        columns.map(({ id, link }) => [id, link === true || ofView.includes(id)]),
      );
    }
    return { ...byDefault(columns), ...chosen };
  }, [columns, chosen, ofView]);
}

/**
 * The visible columns: those in the address, otherwise those of the saved view, otherwise the operator's own
 * choice, otherwise the default ones. `link` columns are always visible.
 */
export function useColumns<Row extends object>(
  id: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  list: Pick<ListState, "view" | "columns" | "setColumns">,
) {
  const ofView = list.columns ?? list.view.columns;
  const key = `stallage.backoffice.columns.${id}`;
  const [chosen, setChosen] = useState<Visibility | null>(() => stored(key));
  const visibility = useVisibility(columns, chosen, ofView);
  const defs = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return columns.map(({ id: columnId, header, link }) =>
      helper.display({ id: columnId, header, enableHiding: !link }),
    );
  }, [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({
    features,
    columns: defs,
    data,
    state: { columnVisibility: visibility },
    onColumnVisibilityChange: (updater) => {
      const next = typeof updater === "function" ? updater(visibility) : updater;
      list.setColumns(columns.map((one) => one.id).filter((one) => next[one]));
      if (list.view.columns) return;
      setChosen(next);
      write(key, JSON.stringify(next));
    },
  });
  const visibleIds = table.getVisibleLeafColumns().map((column) => column.id);
  // The same array as long as the same columns are visible, so that no row is rendered for it.
  const visible = useMemo(
    () => columns.filter((column) => visibility[column.id] ?? true),
    [columns, visibility],
  );
  return {
    visible,
    isChosen: chosen !== null,
    menu: {
      columns: columns.map((column) => ({
        id: column.id,
        header: column.header,
        visible: visibleIds.includes(column.id),
        fixed: column.link === true,
      })),
      onToggle: (columnId: string) => table.getColumn(columnId)?.toggleVisibility(),
      onReset: () => {
        list.setColumns(null);
        setChosen(null);
        remove(key);
      },
    },
  };
}
