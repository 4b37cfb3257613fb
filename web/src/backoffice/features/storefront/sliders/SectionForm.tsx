import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../../../messages/t";
import { DetailColumns, Panel } from "../../../ui/Panel";
import { SortableRows } from "../../../ui/sorting/SortableRows";
import {
  newTile,
  SECTION_KINDS,
  type SectionDraft,
  sectionInputOf,
  type TileDraft,
} from "./drafts";
import { LivePreview } from "./LivePreview";
import { type SectionKind, sectionPreviewQuery } from "./queries";
import styles from "./sliders.module.css";
import { TileRow } from "./TileRow";

const MAX_TILES = 24;

interface Props {
  draft: SectionDraft;
  change: (changed: Partial<SectionDraft>) => void;
  errors: Record<string, string>;
  disabled: boolean;
  /** It is not stored yet. */
  isNew?: boolean;
}

/** Everything of a feature section, and how it looks. */
export function SectionForm(props: Props) {
  return (
    <DetailColumns
      panelOpen
      main={
        <>
          <About {...props} />
          <Panel title={t("sliders.tiles")}>
            <Tiles {...props} />
          </Panel>
        </>
      }
      aside={<LivePreview input={sectionInputOf(props.draft)} queryOf={sectionPreviewQuery} />}
    />
  );
}

function About({ draft, change, errors, disabled, isNew = false }: Props) {
  return (
    <Panel title={t("storefront.about")}>
      <div className={styles.fields}>
        <TextInput
          label={t("layout.title")}
          maxLength={300}
          value={draft.title}
          error={errors["title"]}
          disabled={disabled}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <TextInput
          label={t("layout.subtitle")}
          description={t("sliders.subtitleHelp")}
          maxLength={500}
          value={draft.subtitle}
          error={errors["subtitle"]}
          disabled={disabled}
          onChange={({ currentTarget }) => change({ subtitle: currentTarget.value })}
        />
        <Select
          label={t("sliders.kind")}
          allowDeselect={false}
          disabled={disabled}
          data={Object.entries(SECTION_KINDS).map(([value, label]) => ({ value, label: t(label) }))}
          value={draft.kind}
          onChange={(kind) => change({ kind: kind as SectionKind })}
        />
        <TextInput
          label={t("sliders.key")}
          description={t(isNew ? "storefront.slugDefault" : "sliders.keyHelp")}
          maxLength={255}
          value={draft.slug}
          error={errors["slug"]}
          disabled={disabled}
          onChange={({ currentTarget }) => change({ slug: currentTarget.value })}
        />
      </div>
    </Panel>
  );
}

function Tiles({ draft: { tiles }, change, errors, disabled, isNew = false }: Props) {
  const [open, setOpen] = useState<string | null>(isNew ? (tiles[0]?.key ?? null) : null);
  const put = (key: string, changed: Partial<TileDraft>) =>
    change({ tiles: tiles.map((tile) => (tile.key === key ? { ...tile, ...changed } : tile)) });
  const add = () => {
    const tile = newTile();
    setOpen(tile.key);
    change({ tiles: [...tiles, tile] });
  };
  return (
    <>
      <p className="small quiet">{t("sliders.tilesHelp")}</p>
      <SortableRows
        label={t("sliders.tiles")}
        tall
        rows={tiles}
        rowId={({ key }) => key}
        rowLabel={({ title }) => title || t("layout.untitled")}
        disabled={disabled}
        onReorder={(ordered) => change({ tiles: ordered })}
      >
        {(tile, index) => (
          <TileRow
            tile={tile}
            isOpen={open === tile.key}
            error={(field) => errors[`tiles.${index}.${field}`]}
            disabled={disabled}
            onToggle={() => setOpen(open === tile.key ? null : tile.key)}
            onRemove={() => change({ tiles: tiles.filter((one) => one !== tile) })}
            change={(changed) => put(tile.key, changed)}
          />
        )}
      </SortableRows>
      {disabled || tiles.length >= MAX_TILES ? null : (
        <Button onClick={add}>{t("sliders.addTile")}</Button>
      )}
    </>
  );
}
