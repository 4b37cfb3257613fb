import { ActionIcon } from "@mantine/core";
import { useState } from "react";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import styles from "./editor.module.css";
import type { Option } from "./form";
import { removeValue, renameValue } from "./options";
import { applyRemoval } from "./removal";
import { useEditing, useForm } from "./store";

interface Props {
  option: Option;
  place: number;
  value: string;
}

/** A value of an option: its colour, its name, and the way out. */
export function OptionValue({ option, place, value }: Props) {
  const { store, canEdit } = useEditing();
  const [text, setText] = useState(value);
  const colours = useForm((form) => form.swatches[option.name]);
  const rename = () => {
    const change = text.trim() === value ? {} : renameValue(store.get(), place, value, text.trim());
    if (Object.keys(change).length > 0) store.set(change);
    else setText(value);
  };
  const setColour = (colour: string) =>
    store.set({
      swatches: {
        ...store.get().swatches,
        [option.name]: { ...colours, [value]: colour },
      },
    });
  return (
    <li className={styles.value}>
      {colours ? (
        <input
          type="color"
          className={styles.swatch}
          aria-label={t("productEditor.colourOf", { name: value })}
          value={colours[value] ?? "#ffffff"}
          disabled={!canEdit}
          onChange={(event) => setColour(event.currentTarget.value)}
        />
      ) : null}
      <input
        className={styles.valueText}
        aria-label={t("productEditor.nameOf", { name: value })}
        size={Math.max(4, text.length)}
        value={text}
        maxLength={255}
        readOnly={!canEdit}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={rename}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key === "Escape") setText(value);
        }}
      />
      {canEdit && option.values.length > 1 ? <RemoveValue place={place} value={value} /> : null}
    </li>
  );
}

function RemoveValue({ place, value }: { place: number; value: string }) {
  const { store } = useEditing();
  return (
    <ActionIcon
      variant="subtle"
      size="sm"
      aria-label={t("productEditor.remove", { name: value })}
      onClick={() =>
        applyRemoval(
          store,
          removeValue(store.get(), place, value),
          t("productEditor.removed", { name: value }),
        )
      }
    >
      <Icon name="close" small />
    </ActionIcon>
  );
}
