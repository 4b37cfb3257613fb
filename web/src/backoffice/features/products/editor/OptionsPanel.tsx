import { Button, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import { Panel } from "../../../ui/Panel";
import { SortableRows } from "../../../ui/sorting/SortableRows";
import styles from "./editor.module.css";
import { type Option, without } from "./form";
import { addOption, addValue, orderOptions, removeOption, renameOption } from "./options";
import { applyRemoval } from "./removal";
import { OptionValue } from "./OptionValue";
import { useEditing, useError, useForm } from "./store";

const MAX_OPTIONS = 3;

/** What variants differ in, such as size and colour. */
export function OptionsPanel() {
  const { store, canEdit } = useEditing();
  const error = useError("optionNames");
  const options = useForm((form) => form.options);
  const [adding, setAdding] = useState(false);
  return (
    <Panel
      title={t("productEditor.options")}
      actions={
        canEdit && options.length < MAX_OPTIONS && !adding ? (
          <Button leftSection={<Icon name="plus" small />} onClick={() => setAdding(true)}>
            {t("productEditor.addOption")}
          </Button>
        ) : null
      }
    >
      {error ? <p className="bad small">{error}</p> : null}
      {options.length === 0 && !adding ? (
        <p className="small quiet">{t("productEditor.optionsHelp")}</p>
      ) : null}
      {options.length > 0 ? (
        <SortableRows
          label={t("productEditor.options")}
          rows={options}
          rowId={(option) => String(options.indexOf(option))}
          rowLabel={(option) => option.name || t("productEditor.option")}
          disabled={!canEdit}
          onReorder={(rows) => store.set(orderOptions(store.get(), rows))}
        >
          {(option, place) => <OptionRow option={option} place={place} />}
        </SortableRows>
      ) : null}
      {adding ? <NewOption onClose={() => setAdding(false)} /> : null}
    </Panel>
  );
}

function OptionRow({ option, place }: { option: Option; place: number }) {
  const { store, canEdit } = useEditing();
  const hasColours = useForm((form) => form.swatches[option.name] !== undefined);
  const setColours = (on: boolean) => {
    const others = without(store.get().swatches, option.name);
    store.set({ swatches: on ? { ...others, [option.name]: {} } : others });
  };
  return (
    <div className={styles.option}>
      <TextInput
        label={t("productEditor.optionName")}
        value={option.name}
        maxLength={255}
        readOnly={!canEdit}
        onChange={(event) => store.set(renameOption(store.get(), place, event.currentTarget.value))}
      />
      <div className={styles.values}>
        <ul aria-label={t("productEditor.valuesOf", { name: option.name })}>
          {option.values.map((value) => (
            <OptionValue key={value} option={option} place={place} value={value} />
          ))}
        </ul>
        {canEdit ? <NewValue option={option} place={place} /> : null}
      </div>
      {canEdit ? (
        <div className={styles.optionEnd}>
          <Switch
            label={t("productEditor.showColours")}
            checked={hasColours}
            onChange={(event) => setColours(event.currentTarget.checked)}
          />
          <Button
            variant="subtle"
            onClick={() =>
              applyRemoval(
                store,
                removeOption(store.get(), place),
                t("productEditor.removed", { name: option.name }),
              )
            }
          >
            {t("productEditor.removeOption")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function NewValue({ option, place }: { option: Option; place: number }) {
  const { store } = useEditing();
  const [text, setText] = useState("");
  const add = () => {
    if (text.trim() === "") return;
    store.set(addValue(store.get(), place, text.trim()));
    setText("");
  };
  return (
    <TextInput
      aria-label={t("productEditor.addValueTo", { name: option.name })}
      placeholder={t("productEditor.addValue")}
      className={styles.newValue}
      value={text}
      maxLength={255}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={add}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        add();
      }}
    />
  );
}

/** Name and values; values are separated by commas, as many as there are. */
function NewOption({ onClose }: { onClose: () => void }) {
  const { store } = useEditing();
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const values = [...new Set(text.split(",").map((value) => value.trim()))].filter(Boolean);
  const isReady = name.trim() !== "" && values.length > 0;
  return (
    <form
      className={styles.newOption}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        store.set(addOption(store.get(), name.trim(), values));
        onClose();
      }}
    >
      <TextInput
        label={t("productEditor.optionName")}
        placeholder={t("productEditor.optionNameHint")}
        data-autofocus
        autoFocus
        value={name}
        maxLength={255}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t("productEditor.optionValues")}
        placeholder={t("productEditor.optionValuesHint")}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" disabled={!isReady}>
        {t("productEditor.create")}
      </Button>
      <Button variant="subtle" onClick={onClose}>
        {t("productEditor.cancel")}
      </Button>
    </form>
  );
}
