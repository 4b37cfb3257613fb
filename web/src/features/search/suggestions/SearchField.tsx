import { Suspense, useEffect, useId } from "react";
import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import { lazyOptional } from "@/ui/lazy/lazyOptional";
import styles from "./SearchField.module.css";
import { useSearchField } from "./useSearchField";

const loadList = async () => (await import("./SuggestionList")).SuggestionList;
const SuggestionList = lazyOptional(loadList);

interface Props {
  /** Accessible name; needed when the page has two search fields. */
  label?: string;
  autoFocus?: boolean;
}

/** Search with suggestions while typing: arrow keys choose, Enter opens, Escape closes. */
export function SearchField({ label, autoFocus = false }: Props) {
  const id = useId();
  const { input, typed, groups, active, hasSuggestions, ...field } = useSearchField();
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus, input]);
  return (
    <form
      className={styles["search"]}
      role="search"
      aria-label={label}
      action="/search"
      onSubmit={(event) => {
        event.preventDefault();
        field.submit();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) field.close();
      }}
    >
      <Icon name="search" />
      <input
        ref={input}
        className={styles["input"]}
        type="search"
        name="q"
        value={typed}
        autoComplete="off"
        enterKeyHint="search"
        role="combobox"
        aria-label={t("search.label")}
        placeholder={t("search.label")}
        aria-expanded={hasSuggestions}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${id}${active}` : undefined}
        onFocus={() => {
          field.open();
          loadList().catch(() => undefined);
        }}
        onChange={(event) => field.type(event.target.value)}
        onKeyDown={field.onKeyDown}
      />
      {hasSuggestions && (
        <Suspense>
          <SuggestionList
            {...{ id, groups, active }}
            onSelect={field.select}
            onClearRecent={field.clearRecent}
          />
        </Suspense>
      )}
    </form>
  );
}
