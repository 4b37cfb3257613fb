import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import { type ListState, type Sort, SORTS } from "../listState";
import styles from "./SortChoice.module.css";

interface Props {
  state: ListState;
  isSearch: boolean;
  onChange: (state: ListState) => void;
}

export function SortChoice({ state, isSearch, onChange }: Props) {
  const label = (sort: Sort) =>
    sort === "relevance" && !isSearch ? t("sort.featured") : t(`sort.${sort}`);
  return (
    <label className={styles["sort"]}>
      <span className={styles["label"]}>{t("list.sort")}</span>
      <select
        aria-label={t("list.sort")}
        value={state.sort ?? "relevance"}
        onChange={(event) => {
          const sort = SORTS.find((known) => known === event.target.value) ?? null;
          onChange({ ...state, page: 1, sort: sort === "relevance" ? null : sort });
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
  );
}
