import { skipToken, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import { api, unwrap } from "@/api/client";
import type { Facet } from "@/api/types";
import { t } from "@/messages/t";
import { useDebouncedValue } from "@/state/useDebouncedValue";
import { hasConditions, type ListParameters } from "../list/listParameters";
import type { ListSource } from "../list/listSource";
import { toQueryString } from "../list/productListQuery";
import styles from "./Facets.module.css";
import { matchValues } from "./matchValues";

/** Milliseconds without typing before the server searches. */
const PAUSE = 150;
/** Characters that the server searches for. A longer text is looked for in the values that were sent. */
const MAX_LENGTH = 100;

interface Props {
  facet: Facet;
  source: ListSource;
  list: ListParameters;
  /** Called with the values that match, or null while the field is empty. */
  onFound: (values: Facet["values"] | null) => void;
}

function fieldLabel({ parameter, label }: Facet): string {
  if (parameter === "brand") return t("list.findBrand");
  return parameter === "category" ? t("list.findCategory") : t("list.findValue", { facet: label });
}

/** Searches the values of a facet, on the server if the list does not have all of them. */
function useFound({ facet, source, list }: Omit<Props, "onFound">, text: string) {
  const settled = useDebouncedValue(text, PAUSE);
  const { parameter, values, total } = facet;
  const isSearchable = text !== "" && text.length <= MAX_LENGTH && !hasConditions(list);
  const isRemote = isSearchable && total > values.length;
  const written = toQueryString(source, { ...list, page: 1, sort: null });
  const query = `${new URLSearchParams({ facet: parameter, text: settled })}&${written}`;
  const { data, isError } = useQuery({
    queryKey: ["catalog", "facetValues", query],
    queryFn:
      isRemote && settled !== ""
        ? ({ signal }) =>
            unwrap(
              api.GET("/api/facet-values", {
                signal,
                params: { query: { facet: parameter } },
                querySerializer: () => query,
              }),
            )
        : skipToken,
  });
  const sent = useMemo(() => (text === "" ? null : matchValues(values, text)), [values, text]);
  const isCurrent = isRemote && settled === text;
  const found = isCurrent && data ? data.values : sent;
  return {
    found,
    total: isCurrent && data ? data.total : (found?.length ?? 0),
    isWaiting: isRemote && !(isCurrent && (data !== undefined || isError)),
    isIncomplete: isCurrent && isError,
  };
}

/** The search field of a long facet, with the number of values that are left. */
export function FacetSearch({ onFound, ...props }: Props) {
  const [text, setText] = useState("");
  const typed = text.trim();
  const { found, total, isWaiting, isIncomplete } = useFound(props, typed);
  useEffect(() => onFound(found), [found, onFound]);
  const clear = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || text === "") return;
    // Else it would also close the sheet around it.
    event.preventDefault();
    event.stopPropagation();
    setText("");
  };
  const label = fieldLabel(props.facet);
  const isSettled = found !== null && !isWaiting;
  const isEmpty = isSettled && found.length === 0;
  return (
    <div className={styles["search"]}>
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={clear}
      />
      <p className={isEmpty || isIncomplete ? styles["none"] : "visually-hidden"} role="status">
        {isSettled && !isEmpty && !isIncomplete && t("list.valuesFound", { count: total })}
        {isEmpty && !isIncomplete && t("list.noValue", { text: typed })}
        {isIncomplete && t("list.valuesFailed")}
      </p>
    </div>
  );
}
