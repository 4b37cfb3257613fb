import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import { Picture } from "@/ui/Picture/Picture";
import { Price } from "@/ui/Price/Price";
import styles from "./SuggestionList.module.css";
import type { Suggestion, SuggestionGroup } from "./useSuggestions";

const ICONS = { recent: "clock", query: "search", category: "arrow" } as const;

interface Props {
  /** Prefix of the ids that the field refers to. */
  id: string;
  groups: readonly SuggestionGroup[];
  /** Place of the chosen suggestion over all groups; -1 for none. */
  active: number;
  onGo: (suggestion: Suggestion) => void;
  onForget: () => void;
}

export function SuggestionList({ id, groups, active, onGo, onForget }: Props) {
  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, group) => sum + group.suggestions.length, 0),
  );
  return (
    // A press must not take the focus from the field before the click arrives.
    <div className={styles["panel"]} onMouseDown={(event) => event.preventDefault()}>
      <div id={`${id}list`} role="listbox" aria-label={t("search.suggestions")}>
        {groups.map((group, at) => (
          <div key={group.kind} role="group" aria-label={group.title} className={styles["group"]}>
            <div className={styles["title"]} aria-hidden="true">
              {group.title}
            </div>
            {group.suggestions.map((suggestion, index) => {
              const place = (starts[at] ?? 0) + index;
              return (
                <div
                  key={suggestion.key}
                  id={`${id}${place}`}
                  className={styles["option"]}
                  role="option"
                  aria-selected={place === active}
                  onClick={() => onGo(suggestion)}
                >
                  {group.kind === "product" ? (
                    <span className={styles["picture"]}>
                      <Picture picture={suggestion.image} alt="" sizes="44px" />
                    </span>
                  ) : (
                    <Icon name={ICONS[group.kind]} />
                  )}
                  <span className={styles["text"]}>{suggestion.text}</span>
                  {suggestion.price && (
                    <span className={styles["price"]}>
                      <Price
                        now={suggestion.price}
                        before={suggestion.compareAtPrice}
                        from={suggestion.priceVaries}
                      />
                    </span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {groups[0]?.kind === "recent" && (
        <button type="button" className={styles["forget"]} onClick={onForget}>
          {t("search.forgetRecent")}
        </button>
      )}
    </div>
  );
}
