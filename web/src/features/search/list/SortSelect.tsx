import { useLocation } from "react-router";
import { t } from "@/messages/t";
import { buttonClass } from "@/ui/Button/Button";
import { Icon } from "@/ui/Icon/Icon";
import type { FilterProps } from "../filters/filterProps";
import { type Sort, SORTS } from "./listParameters";
import styles from "./SortSelect.module.css";

interface Props extends Pick<FilterProps, "list" | "onChange" | "linkTo"> {
  isSearch: boolean;
}

/** The sort order. Without scripts, a button applies it. */
export function SortSelect({ list, isSearch, onChange, linkTo }: Props) {
  const { pathname } = useLocation();
  const others = new URLSearchParams(linkTo({ ...list, page: 1, sort: null }));
  others.delete("sort");
  const label = (sort: Sort) =>
    sort === "relevance" && !isSearch ? t("sort.featured") : t(`sort.${sort}`);
  return (
    <form className={styles["form"]} action={pathname}>
      {[...others].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <label className={styles["sort"]}>
        <span className={styles["label"]}>{t("list.sort")}</span>
        <select
          name="sort"
          aria-label={t("list.sort")}
          value={list.sort ?? "relevance"}
          onChange={(event) => {
            const sort = SORTS.find((known) => known === event.target.value) ?? null;
            onChange({ ...list, page: 1, sort: sort === "relevance" ? null : sort });
          }}
        >
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {label(sort)}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </label>
      <noscript>
        {import.meta.env.SSR && (
          <button className={buttonClass("secondary")}>{t("list.applySort")}</button>
        )}
      </noscript>
    </form>
  );
}
