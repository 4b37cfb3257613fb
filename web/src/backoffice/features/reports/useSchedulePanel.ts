import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** Whether the panel of scheduled emails is open. The address holds it; Back closes it. */
export function useSchedulePanel(): [boolean, (open: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const setOpen = useCallback(
    (open: boolean) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          if (open) after.set("panel", "schedules");
          else after.delete("panel");
          return after;
        },
        { replace: !open },
      ),
    [setSearch],
  );
  return [search.get("panel") === "schedules", setOpen];
}
