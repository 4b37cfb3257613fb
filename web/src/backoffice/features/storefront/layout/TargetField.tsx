import { Combobox, Select, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type PlainKey, t } from "../../../messages/t";
import { ErrorNote } from "../../../ui/ErrorPanel";
import styles from "./layout.module.css";
import {
  type FoundTarget,
  type RecordKind,
  type Target,
  type TargetKind,
  targetsQuery,
} from "./queries";

const PAUSE_MS = 200;

export const KINDS: Readonly<Record<TargetKind, PlainKey>> = {
  category: "layout.toCategory",
  collection: "layout.toCollection",
  sale: "layout.toSale",
  product: "layout.toProduct",
  page: "layout.toPage",
  article: "layout.toArticle",
  search: "layout.toSearch",
  address: "layout.toAddress",
};
const ALL = Object.keys(KINDS) as TargetKind[];

const isRecord = (kind: TargetKind): kind is RecordKind => kind !== "search" && kind !== "address";

/** Records that are named by id; `learn` adds one that was chosen. */
export interface Names {
  targets: readonly FoundTarget[];
  learn: (target: FoundTarget) => void;
}

export function titleOf(target: Target, { targets }: Names): string {
  if (target.kind === "address") return target.text ?? "";
  if (target.kind === "search") return target.text || t("layout.allProducts");
  const found = targets.find(({ kind, id }) => kind === target.kind && id === target.id);
  return found?.title ?? t("layout.deleted");
}

interface Props {
  /** Null: nothing is chosen yet. */
  value: Target | null;
  onChange: (value: Target) => void;
  names: Names;
  kinds?: readonly TargetKind[];
  label?: string;
  disabled?: boolean;
}

/** Where a link leads: a record that is found by its title, a search, or an address. */
export function TargetField(props: Props) {
  const { value, onChange, names, kinds = ALL, label = t("layout.leadsTo"), disabled } = props;
  const [chosen, setChosen] = useState<TargetKind>(value?.kind ?? kinds[0] ?? "category");
  const current = value?.kind === chosen ? value : null;
  const chooseKind = (kind: TargetKind) => {
    setChosen(kind);
    if (kind === "search") onChange({ kind, text: "" });
  };
  return (
    <div className={styles.target}>
      <Select
        label={label}
        allowDeselect={false}
        disabled={disabled ?? false}
        data={kinds.map((kind) => ({ value: kind, label: t(KINDS[kind]) }))}
        value={chosen}
        onChange={(kind) => chooseKind(kind as TargetKind)}
      />
      {isRecord(chosen) ? (
        <RecordField
          key={chosen}
          kind={chosen}
          title={current ? titleOf(current, names) : ""}
          warning={warningOf(current, names)}
          disabled={disabled ?? false}
          onChoose={(target) => {
            names.learn(target);
            onChange({ kind: target.kind, id: target.id });
          }}
        />
      ) : (
        <TextInput
          label={t(chosen === "search" ? "layout.words" : "layout.address")}
          description={t(chosen === "search" ? "layout.wordsHelp" : "layout.addressHelp")}
          value={current?.text ?? ""}
          maxLength={1000}
          disabled={disabled ?? false}
          onChange={({ currentTarget }) => onChange({ kind: chosen, text: currentTarget.value })}
        />
      )}
    </div>
  );
}

function warningOf(target: Target | null, { targets }: Names): string | null {
  if (!target) return null;
  const found = targets.find(({ kind, id }) => kind === target.kind && id === target.id);
  if (!found) return t("layout.deletedHelp");
  return found.shown ? null : t("layout.notShown");
}

interface RecordProps {
  kind: RecordKind;
  title: string;
  warning: string | null;
  disabled: boolean;
  onChoose: (target: FoundTarget) => void;
}

function RecordField({ kind, title, warning, disabled, onChoose }: RecordProps) {
  const [words, setWords] = useState<string | null>(null);
  const [searched] = useDebouncedValue((words ?? "").trim(), PAUSE_MS);
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setWords(null);
    },
  });
  const query = useQuery({ ...targetsQuery(kind, searched), enabled: combobox.dropdownOpened });
  const found = query.data?.items ?? [];
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(value) => {
        const target = found.find(({ id }) => String(id) === value);
        if (target) onChoose(target);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <TextInput
          label={t(KINDS[kind])}
          placeholder={t("layout.find")}
          description={warning}
          value={words ?? title}
          disabled={disabled}
          onChange={({ currentTarget }) => {
            setWords(currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <ErrorNote error={query.error} />
      <Combobox.Dropdown>
        <Combobox.Options mah={280} style={{ overflowY: "auto" }}>
          {found.map((target) => (
            <Combobox.Option key={target.id} value={String(target.id)}>
              {target.title}
              {target.shown ? null : (
                <span className="small quiet"> {t("layout.notShownMark")}</span>
              )}
            </Combobox.Option>
          ))}
          {query.data && found.length === 0 ? (
            <Combobox.Empty>{t("layout.nothingFound")}</Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
