import { Combobox, Textarea, useCombobox } from "@mantine/core";
import { useRef, useState } from "react";
import { t } from "../messages/t";
import styles from "./MentionInput.module.css";

export interface Person {
  id: number;
  name: string;
}

interface Props {
  value: string;
  onChange: (value: string) => void;
  /** Who can be mentioned. */
  people: readonly Person[];
  label: string;
  placeholder?: string;
  /** ⌘↵ sends. */
  onSubmit?: () => void;
  minRows?: number;
}

/** The `@` word that ends at the caret: "Ask @le" → "le"; null if there is none. */
export function mentionAt(text: string, caret: number): string | null {
  return /(?:^|\s)@([\p{L}\p{N}._-]*)$/u.exec(text.slice(0, caret))?.[1] ?? null;
}

/** The people whose name stands behind an `@` in a text. */
export function mentionedIn(text: string, people: readonly Person[]): Person[] {
  return people.filter(({ name }) => text.includes(`@${name}`));
}

/** A text field in which `@` offers team members. */
export function MentionInput(props: Props) {
  const { value, onChange, people, label, placeholder, onSubmit, minRows = 1 } = props;
  const combobox = useCombobox();
  const field = useRef<HTMLTextAreaElement>(null);
  const [word, setWord] = useState<string | null>(null);
  const found = people
    .filter(({ name }) => name.toLowerCase().includes((word ?? "").toLowerCase()))
    .slice(0, 8);
  const change = (text: string, caret: number) => {
    onChange(text);
    const typed = mentionAt(text, caret);
    setWord(typed);
    if (typed === null) combobox.closeDropdown();
    else combobox.openDropdown();
    combobox.selectFirstOption();
  };
  const pick = (name: string) => {
    const caret = field.current?.selectionStart ?? value.length;
    const before = value.slice(0, caret).replace(/@[\p{L}\p{N}._-]*$/u, `@${name} `);
    onChange(before + value.slice(caret));
    combobox.closeDropdown();
    field.current?.focus();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={pick} withinPortal>
      <Combobox.Target targetType="input" withKeyboardNavigation={combobox.dropdownOpened}>
        <Textarea
          ref={field}
          aria-label={label}
          placeholder={placeholder ?? t("ui.mentionPlaceholder")}
          autosize
          minRows={minRows}
          maxRows={12}
          value={value}
          onChange={({ currentTarget }) =>
            change(currentTarget.value, currentTarget.selectionStart)
          }
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
              event.preventDefault();
              onSubmit?.();
            }
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={found.length === 0 || word === null}>
        <Combobox.Options className={styles.list} aria-label={t("ui.people")} tabIndex={-1}>
          {found.map(({ id, name }) => (
            <Combobox.Option key={id} value={name}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
