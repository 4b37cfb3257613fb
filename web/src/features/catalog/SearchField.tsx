import { type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import { lazyOptional } from "@/ui/lazyOptional";
import { searchLink } from "./links";
import { forgetSearches, rememberSearch } from "./recentSearches";
import styles from "./SearchField.module.css";
import { useSuggestions } from "./useSuggestions";

const loadList = async () => (await import("./SuggestionList")).SuggestionList;
const SuggestionList = lazyOptional(loadList);

interface Props {
  /** Names this search apart from another one on the same page. */
  label?: string;
  autoFocus?: boolean;
}

/** Search with suggestions as you type: arrow keys choose, Enter goes, Escape closes. */
export function SearchField({ label, autoFocus = false }: Props) {
  const id = useId();
  const navigate = useNavigate();
  const location = useLocation();
  const asked =
    location.pathname === "/search" ? (new URLSearchParams(location.search).get("q") ?? "") : "";
  const [typed, setTyped] = useState(asked);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const groups = useSuggestions(typed, open);
  const suggestions = groups.flatMap((group) => group.suggestions);
  const chosen = suggestions[active];

  // The field shows what the page shows, whichever way the shopper came to it.
  const [shownFor, setShownFor] = useState(asked);
  if (shownFor !== asked) {
    setShownFor(asked);
    setTyped(asked);
  }
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const go = (link: string) => {
    close();
    input.current?.blur();
    void navigate(link);
  };
  const search = () => {
    const words = typed.trim();
    if (words === "") return;
    rememberSearch(words);
    go(searchLink(words));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      // One place before the first is the field itself.
      const places = suggestions.length + 1;
      setActive(((active + 1 + step + places) % places) - 1);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      close();
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      rememberSearch(chosen.text);
      go(chosen.link);
    }
  };

  return (
    <form
      className={styles["search"]}
      role="search"
      aria-label={label}
      action="/search"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
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
        aria-expanded={suggestions.length > 0}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? `${id}${active}` : undefined}
        onFocus={() => {
          setOpen(true);
          loadList().catch(() => undefined);
        }}
        onChange={(event) => {
          setTyped(event.target.value);
          setOpen(true);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
      />
      {suggestions.length > 0 && (
        <Suspense>
          <SuggestionList
            id={id}
            groups={groups}
            active={active}
            onGo={({ text, link }) => {
              rememberSearch(text);
              go(link);
            }}
            onForget={() => {
              forgetSearches();
              close();
            }}
          />
        </Suspense>
      )}
    </form>
  );
}
