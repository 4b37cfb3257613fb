import { ActionIcon, Menu, TextInput } from "@mantine/core";
import { t } from "../../../../messages/t";
import { Icon } from "../../../../ui/Icon";
import styles from "../layout.module.css";
import type { Target } from "../queries";
import { KINDS, type Names, TargetField, titleOf } from "../TargetField";
import type { Entry } from "./entries";

interface Props {
  entry: Entry;
  names: Names;
  disabled: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onChange: (changed: Partial<Entry>) => void;
  onRemove: () => void;
  /** Null where it is not possible. */
  onNest: (() => void) | null;
  onTakeOut: (() => void) | null;
  onAdd: (() => void) | null;
}

/** A link of a menu: its label and target, and what can be done with it. */
export function EntryRow(props: Props) {
  const { entry, names, disabled, isOpen, onToggle, onChange } = props;
  return (
    <div className={styles.item}>
      <div className={styles.row}>
        <button type="button" className={styles.open} aria-expanded={isOpen} onClick={onToggle}>
          <span>{entry.label || t("layout.untitled")}</span>
          {entry.target ? (
            <span className="small quiet">{targetLine(entry.label, entry.target, names)}</span>
          ) : null}
        </button>
        {disabled ? null : <RowMenu {...props} />}
      </div>
      {isOpen ? (
        <>
          <TextInput
            label={t("layout.label")}
            maxLength={80}
            value={entry.label}
            error={entry.label === "" ? t("layout.needsTitle") : undefined}
            disabled={disabled}
            onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
          />
          {entry.target ? (
            <TargetField
              value={entry.target}
              names={names}
              disabled={disabled}
              onChange={(target) => onChange({ target })}
            />
          ) : null}
        </>
      ) : null}
    </div>
  );
}

function targetLine(label: string, target: Target, names: Names): string {
  const kind = t(KINDS[target.kind]);
  const title = titleOf(target, names);
  return title === label ? kind : `${kind}: ${title}`;
}

function RowMenu({ entry, onRemove, onNest, onTakeOut, onAdd }: Props) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={t("layout.actions", { section: entry.label })}>
          <Icon name="dots" small />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onAdd ? <Menu.Item onClick={onAdd}>{t("layout.addBelow")}</Menu.Item> : null}
        {onNest ? <Menu.Item onClick={onNest}>{t("layout.nest")}</Menu.Item> : null}
        {onTakeOut ? <Menu.Item onClick={onTakeOut}>{t("layout.takeOut")}</Menu.Item> : null}
        <Menu.Item color="bad" onClick={onRemove}>
          {t("layout.delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
