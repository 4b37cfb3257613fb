import { useEffect } from "react";
import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import { Picture } from "@/ui/Picture/Picture";
import { Price } from "@/ui/Price/Price";
import styles from "./SuggestionList.module.css";
import type { Suggestion, SuggestionGroup } from "./useSuggestions";

const ICONS = { recent: "clock", query: "search", category: "arrow", brand: "arrow" } as const;

interface Props {
  /** Prefix of the element ids that the field refers to. */
  id: string;
  groups: readonly SuggestionGroup[];
  /** Index of the active suggestion across all groups; -1 for none. */
  active: number;
  onSelect: (suggestion: Suggestion) => void;
  onClearRecent: () => void;
}

export function SuggestionList({ id, groups, active, onSelect, onClearRecent }: Props) {
  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, group) => sum + group.suggestions.length, 0),
  );
  useEffect(() => {
    // Browsers scroll to what has the focus, but the field keeps it.
    document.getElementById(`${id}${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return (
    // A press must not take the focus from the field before the click arrives.
    <div className={styles["panel"]} onMouseDown={(event) => event.preventDefault()}>
      <div id={`${id}list`} role="listbox" aria-label={t("search.suggestions")}>
        {groups.map((group, groupIndex) => (
          <div key={group.kind} role="group" aria-label={group.title} className={styles["group"]}>
            <div className={styles["title"]} aria-hidden="true">
              {group.title}
            </div>
            {group.suggestions.map((suggestion, index) => {
              const place = (starts[groupIndex] ?? 0) + index;
              return (
                <div
                  key={suggestion.key}
                  id={`${id}${place}`}
                  className={styles["option"]}
                  role="option"
                  aria-selected={place === active}
                  data-href={suggestion.link}
                  onClick={() => onSelect(suggestion)}
                >
                  <SuggestionContent kind={group.kind} suggestion={suggestion} />
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {groups[0]?.kind === "recent" && (
        <button type="button" className={styles["clear"]} onClick={onClearRecent}>
          {t("search.clearRecent")}
        </button>
      )}
    </div>
  );
}

interface ContentProps {
  kind: SuggestionGroup["kind"];
  suggestion: Suggestion;
}

function SuggestionContent({ kind, suggestion }: ContentProps) {
  const { text, image, price, compareAtPrice, priceVaries } = suggestion;
  return (
    <>
      {kind === "product" ? (
        <span className={styles["picture"]}>
          <Picture picture={image} alt="" sizes="44px" />
        </span>
      ) : (
        <Icon name={ICONS[kind]} />
      )}
      <span className={styles["text"]}>{text}</span>
      {price && (
        <span className={styles["price"]}>
          <Price now={price} before={compareAtPrice} from={priceVaries} />
        </span>
      )}
    </>
  );
}
