import { useEffect, useRef, useSyncExternalStore } from "react";
import { read, write } from "@/storage/browserStorage";

/**
 * Keys of the back office. One listener serves all: `j`, `?`, the sequence `g o`, and `mod+s` (⌘ on a
 * Mac, Ctrl elsewhere). Single keys do nothing while a field has focus, in dialogs of others, or if the
 * operator turned them off; `mod` combinations always work.
 */
export interface KeyBinding {
  /** `j`, `Enter`, `Escape`, `mod+k`, or a sequence such as `g o`. */
  keys: string;
  /** What it does, for the list of keys. Bindings without one are not listed. */
  label?: string;
  run: (event: KeyboardEvent) => void;
  /** Also while a field has focus. True for `mod` combinations. */
  whileTyping?: boolean;
}

interface Group {
  title: string;
  bindings: readonly KeyBinding[];
}

const SETTING = "stallage.backoffice.singleKeys";
/** A sequence is forgotten after this many milliseconds. */
const SEQUENCE_MS = 1_000;

let groups: readonly Group[] = [];
const listeners = new Set<() => void>();
let pending = "";
let pendingUntil = 0;

function changed(): void {
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NAMED = new Set(["Escape", "Enter", "ArrowUp", "ArrowDown"]);

/** Whether the operator can turn a key off: characters, and sequences of them. */
export function isSingleKey(keys: string): boolean {
  return !keys.startsWith("mod+") && !keys.split(" ").every((key) => NAMED.has(key));
}

export function singleKeysEnabled(): boolean {
  return read(SETTING) !== "off";
}

export function setSingleKeysEnabled(enabled: boolean): void {
  write(SETTING, enabled ? "on" : "off");
  changed();
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, singleKeysEnabled);
}

/** All active keys, for the list behind `?`. */
export function useKeyGroups(): readonly Group[] {
  return useSyncExternalStore(subscribe, () => groups);
}

/** Activates keys while the component is shown. Later components go first. */
export function useKeys(title: string, bindings: readonly KeyBinding[]): void {
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  const signature = bindings.map(({ keys, label }) => `${keys}=${label ?? ""}`).join("|");
  useEffect(() => {
    const group: Group = {
      title,
      bindings: latest.current.map((binding, index) => ({
        ...binding,
        run: (event) => latest.current[index]?.run(event),
      })),
    };
    groups = [...groups, group];
    changed();
    return () => {
      groups = groups.filter((one) => one !== group);
      changed();
    };
  }, [title, signature]);
}

const FIELDS = "input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select";

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.matches(FIELDS) || target.isContentEditable);
}

const isMac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);

function nameOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return (isMac ? event.metaKey : event.ctrlKey) ? `mod+${key}` : key;
}

function find(name: string, typing: boolean): KeyBinding | undefined {
  const always = name.startsWith("mod+");
  return groups
    .toReversed()
    .flatMap(({ bindings }) => bindings)
    .find(
      (binding) =>
        binding.keys === name &&
        (always || (typing ? binding.whileTyping === true : true)) &&
        (singleKeysEnabled() || !isSingleKey(name)),
    );
}

function startsSequence(key: string): boolean {
  return groups.some(({ bindings }) => bindings.some(({ keys }) => keys.startsWith(`${key} `)));
}

/** Buttons and links answer Enter and Space themselves. */
function answersItself(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("[role=menu],[role=listbox]")) return true;
  return event.key === "Enter" && target.matches("a, button, summary, [role=tab]");
}

/** What closes itself on Escape: a popover, a menu, or the list below a field. */
const OPEN_LAYER = "[role=dialog], [role=menu], [role=listbox], [aria-expanded=true]";
/** The event whose Escape belongs to such a layer. Looked at before the layer has closed. */
let escapeOfLayer: KeyboardEvent | null = null;

function noteLayer(event: KeyboardEvent): void {
  const { key, target } = event;
  const isOpen = target instanceof HTMLElement && target.closest(OPEN_LAYER) !== null;
  escapeOfLayer = key === "Escape" && isOpen ? event : null;
}

function handle(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  if (answersItself(event) || event === escapeOfLayer) return;
  const typing = isTyping(event.target);
  // A dialog, drawer or popover has keys of its own.
  const inDialog =
    document.querySelector("[role=dialog][aria-modal=true]") !== null ||
    (event.target instanceof HTMLElement && event.target.closest("[role=dialog]") !== null);
  const name = nameOf(event);
  if (inDialog && !name.startsWith("mod+")) return;
  const now = event.timeStamp;
  const sequence = pending !== "" && now < pendingUntil ? `${pending} ${name}` : "";
  pending = "";
  const binding = (sequence === "" ? undefined : find(sequence, typing)) ?? find(name, typing);
  if (binding) {
    event.preventDefault();
    binding.run(event);
  } else if (!typing && singleKeysEnabled() && startsSequence(name)) {
    pending = name;
    pendingUntil = now + SEQUENCE_MS;
  }
}

/** Starts the listener. Returns a function that stops it. */
export function startKeys(): () => void {
  document.addEventListener("keydown", noteLayer, true);
  document.addEventListener("keydown", handle);
  return () => {
    document.removeEventListener("keydown", noteLayer, true);
    document.removeEventListener("keydown", handle);
  };
}

/** The keys as they are printed on a keyboard: `mod+s` → ⌘S or Ctrl S. */
export function keyNames(keys: string): string[] {
  const names: Record<string, string> = { Enter: "↵", Escape: "Esc" };
  return keys.split(" ").map((key) => {
    const [first = "", second] = key.split("+");
    if (second === undefined || second === "") return names[key] ?? key;
    const modifier = first === "mod" ? (isMac ? "⌘" : "Ctrl ") : first;
    return `${modifier}${second.toUpperCase()}`;
  });
}
