import { ActionIcon, Checkbox } from "@mantine/core";
import { memo } from "react";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import { pictureUrl } from "../../../ui/pictures/pictureUrl";
import { nameOf } from "./changes";
import styles from "./editor.module.css";
import { COLUMNS } from "./grid";
import { GridCell } from "./GridCell";
import { useForm, useRow } from "./store";

interface Props {
  rowKey: string;
  place: number;
  selectable: boolean;
  selected: boolean;
  onToggle: (key: string, on: boolean) => void;
  onOpen: (key: string) => void;
}

/** A variant. Its cells subscribe to their own values. */
export const VariantRow = memo(function VariantRow(props: Props) {
  const { rowKey, place, selectable, selected, onToggle, onOpen } = props;
  const name = useRow(rowKey, place, (row) => (row ? nameOf(row) : ""));
  const held = useRow(rowKey, place, (row) => row?.held ?? 0);
  const tracked = useRow(rowKey, place, (row) => row?.tracked ?? true);
  const src = useRow(rowKey, place, (row) => row?.picture ?? "");
  const pictures = useForm((form) => form.pictures);
  const path = pictures.find((picture) => picture.src === src)?.path;
  return (
    <tr>
      <th scope="row" className={styles.variant}>
        <span className={styles.variantName}>
          {selectable ? (
            <Checkbox
              aria-label={t("productEditor.selectVariant", { name })}
              checked={selected}
              onChange={(event) => onToggle(rowKey, event.currentTarget.checked)}
            />
          ) : null}
          {path ? <img src={pictureUrl(path, 160)} alt="" width="32" height="32" /> : null}
          <span>
            {name}
            {held > 0 ? (
              <span className={styles.held}>{t("productEditor.held", { count: held })}</span>
            ) : null}
          </span>
        </span>
      </th>
      {COLUMNS.map((cell, index) => (
        <GridCell
          key={cell.name}
          rowKey={rowKey}
          place={place}
          column={index}
          cell={cell}
          rowName={name}
          tracked={tracked}
        />
      ))}
      <td>
        <ActionIcon
          variant="subtle"
          aria-label={t("productEditor.openVariant", { name })}
          onClick={() => onOpen(rowKey)}
        >
          <Icon name="dots" small />
        </ActionIcon>
      </td>
    </tr>
  );
});
