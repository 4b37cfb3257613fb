import { ActionIcon, Combobox, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import { Panel } from "../../../ui/Panel";
import { SortableRows } from "../../../ui/sorting/SortableRows";
import styles from "./editor.module.css";
import { matchesQuery } from "./queries";
import { useEditing, useForm } from "./store";

const MAX = 20;

/** Products shown on its page before the computed ones. */
export function RelatedPanel({ id }: { id: number | null }) {
  const { store, canEdit } = useEditing();
  const related = useForm((form) => form.related);
  return (
    <Panel title={t("productEditor.related")}>
      <div className={styles.fields}>
        <p className="small quiet">{t("productEditor.relatedHelp")}</p>
        {related.length > 0 ? (
          <SortableRows
            label={t("productEditor.related")}
            rows={related}
            rowId={(one) => String(one.id)}
            rowLabel={(one) => one.title}
            disabled={!canEdit}
            onReorder={(rows) => store.set({ related: rows })}
          >
            {(one) => (
              <span className={styles.line}>
                <span>{one.title}</span>
                {canEdit ? (
                  <ActionIcon
                    variant="subtle"
                    aria-label={t("productEditor.remove", { name: one.title })}
                    onClick={() => store.set({ related: related.filter((other) => other !== one) })}
                  >
                    <Icon name="close" small />
                  </ActionIcon>
                ) : null}
              </span>
            )}
          </SortableRows>
        ) : null}
        {canEdit && related.length < MAX ? <AddRelated own={id} /> : null}
      </div>
    </Panel>
  );
}

function AddRelated({ own }: { own: number | null }) {
  const { store } = useEditing();
  const related = useForm((form) => form.related);
  const [text, setText] = useState("");
  const [words] = useDebouncedValue(text.trim(), 200);
  const { data = [] } = useQuery(matchesQuery(words));
  const combobox = useCombobox();
  const found = data.filter(({ id }) => id !== own && !related.some((one) => one.id === id));
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(value) => {
        const chosen = found.find(({ id }) => String(id) === value);
        if (chosen) store.set({ related: [...related, chosen] });
        setText("");
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <TextInput
          label={t("productEditor.addRelated")}
          placeholder={t("productEditor.addRelatedHint")}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
            combobox.selectFirstOption();
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={words === ""}>
        <Combobox.Options aria-label={t("productEditor.related")}>
          {found.map(({ id, title }) => (
            <Combobox.Option key={id} value={String(id)}>
              {title}
            </Combobox.Option>
          ))}
          {found.length === 0 ? (
            <Combobox.Empty>{t("productEditor.noMatches")}</Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
