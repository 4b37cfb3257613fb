import { useState } from "react";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator } from "../../../session/session";
import { Panel } from "../../../ui/Panel";
import styles from "./categories.module.css";
import { CategoryRow } from "./CategoryRow";
import { useMove } from "./queries";
import { shownNodes } from "./tree";
import type { Category, Tree, TreeActions } from "./types";

interface Props {
  tree: Tree;
  selected: number | null;
  onOpen: (id: number) => void;
  onAdd: (parentId: number | null) => void;
  onRemove: (node: Category) => void;
}

/** The categories as one list, indented; moved by drag, keys and menu. */
export function CategoryTree({ tree, selected, onOpen, onAdd, onRemove }: Props) {
  const move = useMove(tree);
  const online = useOnline();
  const mayEdit = useOperator().can("products.edit");
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(new Set());
  const [renaming, setRenaming] = useState<number | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const show = (id: number, isShown: boolean) =>
    setCollapsed((before) => {
      const after = new Set(before);
      if (isShown) after.delete(id);
      else after.add(id);
      return after;
    });
  const actions: TreeActions = {
    canEdit: mayEdit && online,
    selected,
    renaming,
    focused,
    open: onOpen,
    add: onAdd,
    rename: setRenaming,
    remove: onRemove,
    toggle: (id) => show(id, collapsed.has(id)),
    move: (node, place) => {
      if (move.isPending) return;
      setFocused(node.id);
      if (place.parentId !== null) show(place.parentId, true);
      move.mutate({ node, place });
    },
  };
  return (
    <Panel flush>
      <ul className={styles.tree} aria-label={t("storefront.tree")} aria-busy={move.isPending}>
        {shownNodes(tree.items, collapsed).map((node) => (
          <CategoryRow
            key={node.id}
            node={node}
            nodes={tree.items}
            actions={actions}
            isCollapsed={collapsed.has(node.id)}
          />
        ))}
      </ul>
    </Panel>
  );
}
