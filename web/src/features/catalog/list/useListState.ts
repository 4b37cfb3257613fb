import { useState } from "react";
import { useSearchParams } from "react-router";
import { type ListState, readListState, writeListState } from "../listState";

export interface ListControl {
  state: ListState;
  go: (next: ListState) => void;
  linkTo: (next: ListState) => string;
}

/**
 * The list's state out of the address, the way to change it, and what a change would lead to. A
 * choice shows at once, before the navigation that it starts has arrived.
 */
export function useListState(): ListControl {
  const [search, setSearch] = useSearchParams();
  const here = search.toString();
  const [intended, setIntended] = useState<{ from: string; state: ListState } | null>(null);
  // Once the address has moved on, it speaks for itself again, also after Back.
  if (intended !== null && intended.from !== here) setIntended(null);
  const state = intended?.from === here ? intended.state : readListState(search);
  return {
    state,
    go: (next) => {
      setIntended({ from: here, state: next });
      setSearch(writeListState(next, search));
    },
    linkTo: (next) => `?${writeListState(next, search)}`,
  };
}
