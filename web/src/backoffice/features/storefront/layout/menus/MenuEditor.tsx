import { Button } from "@mantine/core";
import { useState } from "react";
import { t } from "../../../../messages/t";
import { Panel } from "../../../../ui/Panel";
import { SortableRows } from "../../../../ui/sorting/SortableRows";
import { undoToast } from "../../../../ui/toasts";
import styles from "../layout.module.css";
import type { Names } from "../TargetField";
import { EntryRow } from "./EntryRow";
import { ANYWHERE, type Entry, nest, takeOut } from "./entries";

const MAX_LINKS = 30;
const MAX_COLUMNS = 4;

interface Props {
  entries: readonly Entry[];
  place: "header" | "footer";
  names: Names;
  disabled: boolean;
  onChange: (entries: Entry[]) => void;
}

/** A menu with two levels: moved by drag or keys, nested and taken out by its menus. */
export function MenuEditor({ entries, place, names, disabled, onChange }: Props) {
  const [open, setOpen] = useState<string | null>(null);
  const isFooter = place === "footer";
  const title = t(isFooter ? "layout.footer" : "layout.header");
  const add = () => {
    setOpen(String(entries.length));
    const label = t(isFooter ? "layout.newColumn" : "layout.newLink");
    onChange([...entries, { label, target: isFooter ? null : ANYWHERE, children: [] }]);
  };
  const isFull = entries.length >= (isFooter ? MAX_COLUMNS : MAX_LINKS);
  return (
    <Panel
      title={title}
      actions={
        disabled || isFull ? null : (
          <Button onClick={add}>{t(isFooter ? "layout.addColumn" : "layout.addLink")}</Button>
        )
      }
    >
      {entries.length === 0 ? <p className="quiet">{t("layout.emptyMenu")}</p> : null}
      <Level
        label={title}
        entries={entries}
        disabled={disabled}
        onReorder={(ordered) => {
          setOpen(null);
          onChange(ordered);
        }}
      >
        {(entry, index) => (
          <TopEntry
            {...{ entries, entry, index, isFooter, names, disabled, onChange, open, setOpen }}
          />
        )}
      </Level>
    </Panel>
  );
}

interface TopProps extends Omit<Props, "place"> {
  entry: Entry;
  index: number;
  isFooter: boolean;
  open: string | null;
  setOpen: (key: string | null) => void;
}

function TopEntry(props: TopProps) {
  const { entries, entry, index, isFooter, names, disabled, onChange, open, setOpen } = props;
  const { children } = entry;
  const key = String(index);
  const canNest = !isFooter && index > 0 && children.length === 0;
  const put = (changed: Partial<Entry>) =>
    onChange(entries.map((one, at) => (at === index ? { ...one, ...changed } : one)));
  const remove = () => {
    onChange(entries.filter((_, at) => at !== index));
    const undo = () => {
      onChange([...entries]);
      return Promise.resolve();
    };
    undoToast({ text: t("layout.linkDeleted", { title: entry.label }), undo });
  };
  const addBelow = () => {
    setOpen(`${key}-${children.length}`);
    const child = { label: t("layout.newLink"), target: ANYWHERE, children: [] };
    put({ children: [...children, child] });
  };
  return (
    <div className={styles.item}>
      <EntryRow
        entry={entry}
        names={names}
        disabled={disabled}
        isOpen={open === key}
        onToggle={() => setOpen(open === key ? null : key)}
        onChange={put}
        onRemove={remove}
        onNest={canNest ? () => onChange(nest(entries, index)) : null}
        onTakeOut={null}
        onAdd={children.length < MAX_LINKS ? addBelow : null}
      />
      {children.length > 0 ? (
        <div className={styles.sub}>
          <Children
            {...{ entry, names, disabled, open, setOpen }}
            prefix={key}
            onChange={(changed) => put({ children: changed })}
            onTakeOut={isFooter ? null : (child) => onChange(takeOut(entries, index, child))}
          />
        </div>
      ) : null}
    </div>
  );
}

interface ChildrenProps {
  entry: Entry;
  names: Names;
  disabled: boolean;
  open: string | null;
  setOpen: (key: string | null) => void;
  /** Of the keys of the entries. */
  prefix: string;
  onChange: (children: Entry[]) => void;
  onTakeOut: ((child: number) => void) | null;
}

function Children(props: ChildrenProps) {
  const { entry, names, disabled, open, setOpen, prefix, onChange, onTakeOut } = props;
  const { children } = entry;
  return (
    <Level
      label={t("layout.below", { title: entry.label })}
      entries={children}
      disabled={disabled}
      onReorder={(ordered) => {
        setOpen(null);
        onChange(ordered);
      }}
    >
      {(child, index) => {
        const key = `${prefix}-${index}`;
        return (
          <EntryRow
            entry={child}
            names={names}
            disabled={disabled}
            isOpen={open === key}
            onToggle={() => setOpen(open === key ? null : key)}
            onChange={(changed) =>
              onChange(children.map((one, at) => (at === index ? { ...one, ...changed } : one)))
            }
            onRemove={() => onChange(children.filter((_, at) => at !== index))}
            onNest={null}
            onTakeOut={onTakeOut && (() => onTakeOut(index))}
            onAdd={null}
          />
        );
      }}
    </Level>
  );
}

interface LevelProps {
  label: string;
  entries: readonly Entry[];
  disabled: boolean;
  onReorder: (entries: Entry[]) => void;
  children: (entry: Entry, index: number) => React.ReactNode;
}

function Level({ label, entries, disabled, onReorder, children }: LevelProps) {
  return (
    <SortableRows
      label={label}
      tall
      rows={entries.map((entry, index) => ({ entry, index }))}
      rowId={({ index }) => String(index)}
      rowLabel={({ entry }) => entry.label}
      disabled={disabled}
      onReorder={(ordered) => onReorder(ordered.map(({ entry }) => entry))}
    >
      {({ entry, index }) => children(entry, index)}
    </SortableRows>
  );
}
