import { ActionIcon } from "@mantine/core";
import { t } from "../../../../messages/t";
import { Icon } from "../../../../ui/Icon";
import { SortableRows } from "../../../../ui/sorting/SortableRows";
import styles from "../layout.module.css";
import type { Target } from "../queries";
import { KINDS, TargetField, titleOf } from "../TargetField";
import { type FieldsProps, TitleField } from "./fields";

const TILE_KINDS = ["collection", "category"] as const;
const MAX_TILES = 24;

const keyOf = ({ kind, id }: Target) => `${kind}-${id ?? ""}`;

/** Categories and collections as tiles, in their order. */
export function TilesFields({ section, change, names, disabled }: FieldsProps<"tiles">) {
  const items = section.items ?? [];
  return (
    <>
      <TitleField
        value={section.title}
        description={t("layout.usualTitle")}
        disabled={disabled}
        onChange={(title) => change({ title })}
      />
      {items.length === 0 ? <p className="small quiet">{t("layout.tilesHelp")}</p> : null}
      <SortableRows
        label={t("layout.tiles")}
        rows={items}
        rowId={keyOf}
        rowLabel={(item) => titleOf(item, names)}
        disabled={disabled}
        onReorder={(ordered) => change({ items: ordered })}
      >
        {(item) => (
          <div className={styles.row}>
            <span className={styles.open}>
              <span>{titleOf(item, names)}</span>
              <span className="small quiet">{t(KINDS[item.kind])}</span>
            </span>
            {disabled ? null : (
              <ActionIcon
                variant="subtle"
                aria-label={t("layout.remove", { title: titleOf(item, names) })}
                onClick={() => change({ items: items.filter((one) => one !== item) })}
              >
                <Icon name="close" small />
              </ActionIcon>
            )}
          </div>
        )}
      </SortableRows>
      {disabled || items.length >= MAX_TILES ? null : (
        <TargetField
          key={items.length}
          label={t("layout.addTile")}
          kinds={TILE_KINDS}
          value={null}
          names={names}
          onChange={(item) => {
            if (!items.some((one) => keyOf(one) === keyOf(item)))
              change({ items: [...items, item] });
          }}
        />
      )}
    </>
  );
}
