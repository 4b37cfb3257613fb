import { useSearchParams } from "react-router";

/** Whether the panel for a new record is open: `?new` in the address, so that menus can link to it. */
export function useNewPanel(): [opened: boolean, setOpened: (opened: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const setOpened = (opened: boolean) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (opened) next.set("new", "");
        else next.delete("new");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [search.has("new"), setOpened];
}
