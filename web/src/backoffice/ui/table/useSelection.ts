import { useRef, useState } from "react";

export interface RowSelection {
  ids: ReadonlySet<string>;
  /** All matches, on every page. */
  all: boolean;
  /** Selects or deselects a row; with `range` all rows since the last one. */
  toggle: (id: string, range?: boolean) => void;
  /** Selects all rows of the page, or none if all are. */
  togglePage: () => void;
  selectAll: () => void;
  clear: () => void;
}

/** The selected rows of a page. Rows that are no longer shown are no longer selected. */
export function useSelection(shown: readonly string[]): RowSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  const last = useRef<string | null>(null);
  const ids = new Set(shown.filter((id) => chosen.has(id)));
  const clear = () => {
    setChosen(new Set());
    setAll(false);
  };
  return {
    ids,
    all: all && ids.size > 0,
    toggle: (id, range = false) => {
      const selects = !ids.has(id);
      const [from, to] = [shown.indexOf(last.current ?? ""), shown.indexOf(id)];
      const between =
        range && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      const next = new Set(ids);
      for (const one of between) {
        if (selects) next.add(one);
        else next.delete(one);
      }
      last.current = id;
      setAll(false);
      setChosen(next);
    },
    togglePage: () => {
      setAll(false);
      setChosen(ids.size === shown.length ? new Set() : new Set(shown));
    },
    selectAll: () => {
      setChosen(new Set(shown));
      setAll(true);
    },
    clear,
  };
}
