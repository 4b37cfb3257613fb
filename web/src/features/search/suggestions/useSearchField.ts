import { type KeyboardEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { searchLink } from "../links";
import { nextActive } from "./nextActive";
import { addRecentSearch, clearRecentSearches } from "./recentSearches";
import { type Suggestion, useSuggestions } from "./useSuggestions";

function useQueryInUrl(): string {
  const { pathname, search } = useLocation();
  return pathname === "/search" ? (new URLSearchParams(search).get("q") ?? "") : "";
}

/** The typed words, the suggestions for them, and the suggestion that is active. */
export function useSearchField() {
  const navigate = useNavigate();
  const query = useQueryInUrl();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(query);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const groups = useSuggestions(typed, isOpen);
  const suggestions = groups.flatMap((group) => group.suggestions);
  const activeSuggestion = suggestions[active];

  // Whenever the URL's query changes, the field shows it.
  const [lastQuery, setLastQuery] = useState(query);
  if (lastQuery !== query) {
    setLastQuery(query);
    setTyped(query);
  }

  const open = () => setOpen(true);
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const goTo = (link: string, words: string) => {
    addRecentSearch(words);
    close();
    input.current?.blur();
    void navigate(link);
  };
  const type = (next: string) => {
    setTyped(next);
    open();
    setActive(-1);
  };
  const submit = () => {
    const words = typed.trim();
    if (words !== "") goTo(searchLink(words), words);
  };
  const select = ({ link, text }: Suggestion) => goTo(link, text);
  const clearRecent = () => {
    clearRecentSearches();
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      open();
      setActive(nextActive(active, event.key === "ArrowDown" ? 1 : -1, suggestions.length));
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      close();
    } else if (event.key === "Enter" && activeSuggestion) {
      event.preventDefault();
      select(activeSuggestion);
    }
  };
  return {
    ...{ input, typed, groups, hasSuggestions: suggestions.length > 0 },
    active: activeSuggestion ? active : -1,
    ...{ open, close, type, submit, select, clearRecent, onKeyDown },
  };
}
