import { ActionIcon, Button, Menu } from "@mantine/core";
import { t } from "../../../../messages/t";
import { Icon } from "../../../../ui/Icon";
import { Panel } from "../../../../ui/Panel";
import { SortableRows } from "../../../../ui/sorting/SortableRows";
import { Status } from "../../../../ui/Status";
import { undoToast } from "../../../../ui/toasts";
import styles from "../layout.module.css";
import type { HomePageDetails, Section, SectionKind } from "../queries";
import type { Names } from "../TargetField";
import { KIND_NAMES, newId, newSection, stateOf, subtitleOf } from "./sections";

export interface SectionListProps {
  sections: readonly Section[];
  details: HomePageDetails;
  names: Names;
  disabled: boolean;
  onOpen: (id: string) => void;
  /** Changes the sections as they are then: Undo may come after other changes. */
  onChange: (change: (sections: readonly Section[]) => Section[]) => void;
}

/** The sections in their order: open, move, hide, duplicate, delete and add them. */
export function SectionList(props: SectionListProps) {
  const { sections, details, names, disabled, onOpen, onChange } = props;
  const label = (section: Section) =>
    [t(KIND_NAMES[section.kind]), subtitleOf(section, details, names)].filter(Boolean).join(": ");
  return (
    <Panel
      title={t("layout.sections")}
      actions={
        disabled ? null : (
          <AddSection
            details={details}
            onAdd={(section) => {
              onChange((before) => [...before, section]);
              onOpen(section.id);
            }}
          />
        )
      }
    >
      {sections.length === 0 ? <p className="quiet">{t("layout.noSections")}</p> : null}
      <SortableRows
        label={t("layout.sections")}
        rows={sections}
        rowId={({ id }) => id}
        rowLabel={label}
        disabled={disabled}
        onReorder={(ordered) => onChange(() => ordered)}
      >
        {(section) => (
          <Row
            section={section}
            label={label(section)}
            subtitle={subtitleOf(section, details, names)}
            disabled={disabled}
            onOpen={() => onOpen(section.id)}
            onChange={onChange}
          />
        )}
      </SortableRows>
    </Panel>
  );
}

interface RowProps {
  section: Section;
  label: string;
  subtitle: string;
  disabled: boolean;
  onOpen: () => void;
  onChange: SectionListProps["onChange"];
}

function Row({ section, label, subtitle, disabled, onOpen, onChange }: RowProps) {
  const state = stateOf(section);
  return (
    <div className={styles.row}>
      <button type="button" className={styles.open} onClick={onOpen}>
        <span>{t(KIND_NAMES[section.kind])}</span>
        {subtitle ? <span className="small quiet">{subtitle}</span> : null}
      </button>
      {state ? <Status shape="ring" tone="quiet" text={t(state)} /> : null}
      {disabled ? null : <RowMenu section={section} label={label} onChange={onChange} />}
    </div>
  );
}

function RowMenu({ section, label, onChange }: Pick<RowProps, "section" | "label" | "onChange">) {
  const hide = () =>
    onChange((before) =>
      before.map((one) => (one.id === section.id ? { ...one, hidden: !one.hidden } : one)),
    );
  const duplicate = () =>
    onChange((before) =>
      before.flatMap((one) => (one.id === section.id ? [one, { ...one, id: newId() }] : [one])),
    );
  const remove = () => {
    let place = 0;
    onChange((before) => {
      place = before.findIndex(({ id }) => id === section.id);
      return before.filter(({ id }) => id !== section.id);
    });
    const undo = () => {
      onChange((before) => [...before.slice(0, place), section, ...before.slice(place)]);
      return Promise.resolve();
    };
    undoToast({ text: t("layout.sectionDeleted", { section: label }), undo });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={t("layout.actions", { section: label })}>
          <Icon name="dots" small />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={hide}>{t(section.hidden ? "layout.show" : "layout.hide")}</Menu.Item>
        <Menu.Item onClick={duplicate}>{t("layout.duplicate")}</Menu.Item>
        <Menu.Item color="bad" onClick={remove}>
          {t("layout.delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface AddProps {
  details: HomePageDetails;
  onAdd: (section: Section) => void;
}

function AddSection({ details, onAdd }: AddProps) {
  const kinds = (Object.keys(KIND_NAMES) as SectionKind[]).filter(
    (kind) => kind !== "feature" || details.features.length > 0,
  );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<Icon name="plus" small />}>{t("layout.addSection")}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => onAdd(newSection(kind, details))}>
            {t(KIND_NAMES[kind])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
