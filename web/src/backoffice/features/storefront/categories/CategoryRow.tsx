import { ActionIcon, TextInput } from "@mantine/core";
import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from "react";
import { fieldErrors, formError } from "../../../api/errors";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import styles from "./categories.module.css";
import { CategoryMenu } from "./CategoryMenu";
import { useRename } from "./queries";
import { childrenOf, depthOf, type Drop, dropPlace, placesOf } from "./tree";
import { useTreeDrag } from "./useTreeDrag";
import type { Category, TreeActions } from "./types";

interface Props {
  node: Category;
  nodes: readonly Category[];
  actions: TreeActions;
  isCollapsed: boolean;
}

const KEYS = { ArrowUp: "up", ArrowDown: "down", ArrowRight: "in", ArrowLeft: "out" } as const;

/** A category of the tree: moved by its handle, renamed in place, opened by its title. */
export function CategoryRow({ node, nodes, actions, isCollapsed }: Props) {
  const depth = depthOf(nodes, node);
  const children = childrenOf(nodes, node.id).length;
  const places = placesOf(nodes, node);
  const { row, handle, drop, isDragged } = useRowDrag(node, nodes, actions, {
    level: depth,
    hasShownChildren: children > 0 && !isCollapsed,
  });
  // Moved rows are new elements for the browser, which forgets the focus.
  const takesFocus = actions.focused === node.id;
  useEffect(() => {
    if (takesFocus) handle.current?.focus();
  }, [takesFocus, handle, node.position, node.parentId]);
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = KEYS[event.key as keyof typeof KEYS] as (typeof KEYS)["ArrowUp"] | undefined;
    if (!direction || event.altKey || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    event.stopPropagation();
    const place = places[direction];
    if (place) actions.move(node, place);
  };
  return (
    <li
      ref={row}
      className={styles.row}
      style={{ "--depth": depth } as CSSProperties}
      data-drop={drop ?? undefined}
      data-dragged={isDragged || undefined}
      data-selected={actions.selected === node.id || undefined}
    >
      {actions.canEdit ? (
        <ActionIcon
          ref={handle}
          className={styles.handle}
          variant="subtle"
          aria-label={t("storefront.move", { title: node.title })}
          title={t("storefront.moveHint")}
          onKeyDown={onKeyDown}
        >
          <Icon name="grip" />
        </ActionIcon>
      ) : null}
      <Toggle node={node} actions={actions} isCollapsed={isCollapsed} isUsed={children > 0} />
      <div className={styles.title}>
        {actions.renaming === node.id ? (
          <RenameField node={node} onDone={() => actions.rename(null)} />
        ) : (
          <button type="button" onClick={() => actions.open(node.id)}>
            {node.title}
          </button>
        )}
      </div>
      <span className={`${styles.count} small number`}>
        {t("storefront.products", { count: node.productsBelow })}
      </span>
      <CategoryMenu node={node} places={places} actions={actions} />
    </li>
  );
}

function useRowDrag(
  node: Category,
  nodes: readonly Category[],
  actions: TreeActions,
  shape: { level: number; hasShownChildren: boolean },
) {
  const placeOf = (id: number, where: Drop) => {
    const dragged = nodes.find((one) => one.id === id);
    const place = dragged ? dropPlace(nodes, dragged, node, where) : null;
    return dragged && place ? { dragged, place } : null;
  };
  return useTreeDrag({
    id: node.id,
    ...shape,
    disabled: !actions.canEdit,
    canDrop: (id, where) => placeOf(id, where) !== null,
    onDrop: (id, where) => {
      const found = placeOf(id, where);
      if (found) actions.move(found.dragged, found.place);
    },
  });
}

interface ToggleProps {
  node: Category;
  actions: TreeActions;
  isCollapsed: boolean;
  isUsed: boolean;
}

function Toggle({ node, actions, isCollapsed, isUsed }: ToggleProps) {
  const values = { title: node.title };
  return (
    <ActionIcon
      className={styles.toggle}
      data-used={isUsed || undefined}
      variant="subtle"
      aria-expanded={!isCollapsed}
      aria-label={t(isCollapsed ? "storefront.expand" : "storefront.collapse", values)}
      onClick={() => actions.toggle(node.id)}
    >
      <Icon name={isCollapsed ? "right" : "down"} small />
    </ActionIcon>
  );
}

function RenameField({ node, onDone }: { node: Category; onDone: () => void }) {
  const rename = useRename();
  const isSettled = useRef(false);
  const isSelected = useRef(false);
  const save = (title: string) => {
    if (title === "" || title === node.title) onDone();
    else rename.mutate({ node, title }, { onSuccess: onDone });
  };
  return (
    <TextInput
      aria-label={t("storefront.newName", { title: node.title })}
      defaultValue={node.title}
      autoFocus
      disabled={rename.isPending}
      error={fieldErrors(rename.error)["title"] ?? formError(rename.error)}
      onFocus={({ currentTarget }) => {
        // Not when the focus comes back: what was typed until then would be replaced.
        if (!isSelected.current) currentTarget.select();
        isSelected.current = true;
      }}
      onBlur={(event) => {
        // The menu that led here gives the focus back to its button while it closes.
        const toMenu = event.relatedTarget?.getAttribute("aria-haspopup") === "menu";
        if (toMenu && !isSettled.current) {
          isSettled.current = true;
          event.currentTarget.focus();
        } else save(event.currentTarget.value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") save(event.currentTarget.value.trim());
        if (event.key === "Escape") onDone();
      }}
    />
  );
}
