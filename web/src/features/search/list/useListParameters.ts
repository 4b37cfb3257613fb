import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { type ListParameters, parseListParameters, writeListParameters } from "./listParameters";
import type { ListSource } from "./listSource";

export interface ListNavigation {
  list: ListParameters;
  /** The parameters after the last `goTo`, which `list` may have only later. */
  latest: () => ListParameters;
  goTo: (next: ListParameters) => void;
  linkTo: (next: ListParameters) => string;
}

/**
 * The list's parameters in the URL, and how to change them. A change shows at once, before the
 * navigation that it starts has finished. `words`: what is searched; nothing else of the URL stays, such as
 * campaign tags.
 */
export function useListParameters(words: Pick<ListSource, "q" | "literal">): ListNavigation {
  const [search, setSearch] = useSearchParams();
  const current = search.toString();
  const [pending, setPending] = useState<{ from: string; list: ListParameters } | null>(null);
  // Once the URL has changed it is right again, also after Back.
  if (pending !== null && pending.from !== current) setPending(null);
  const list = pending?.from === current ? pending.list : parseListParameters(search);
  const newest = useRef(list);
  useLayoutEffect(() => {
    newest.current = parseListParameters(new URLSearchParams(current));
  }, [current]);
  return {
    list,
    latest: useCallback(() => newest.current, []),
    goTo: (next) => {
      newest.current = next;
      setPending({ from: current, list: next });
      setSearch(writeListParameters(next, words));
    },
    linkTo: (next) => `?${writeListParameters(next, words)}`,
  };
}
