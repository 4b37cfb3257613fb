import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import { type ListParameters, type Sort, SORTS } from "./listParameters";
import styles from "./SortSelect.module.css";

interface Props {
  list: ListParameters;
  isSearch: boolean;
  onChange: (list: ListParameters) => void;
}

export function SortSelect({ list, isSearch, onChange }: Props) {
  const label = (sort: Sort) =>
    sort === "relevance" && !isSearch ? t("sort.featured") : t(`sort.${sort}`);
  return (
    <label className={styles["sort"]}>
      <span className={styles["label"]}>{t("list.sort")}</span>
      <select
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
  );
}
