import type { Category, Place } from "./types";

type Nodes = readonly Category[];

export const childrenOf = (nodes: Nodes, parentId: number | null): Category[] =>
  nodes.filter((node) => node.parentId === parentId);

const find = (nodes: Nodes, id: number | null) => nodes.find((node) => node.id === id);

/** Whether a category is another one or below it. */
export function isWithin(nodes: Nodes, id: number | null, aboveId: number): boolean {
  let current = find(nodes, id);
  while (current) {
    if (current.id === aboveId) return true;
    current = find(nodes, current.parentId);
  }
  return false;
}

export function depthOf(nodes: Nodes, node: Category): number {
  const parent = find(nodes, node.parentId);
  return parent ? depthOf(nodes, parent) + 1 : 0;
}

/** Where each key or menu item moves a category; null if there is no such place. */
export function placesOf(nodes: Nodes, node: Category) {
  const siblings = childrenOf(nodes, node.parentId);
  const above = siblings[node.position - 1];
  const parent = find(nodes, node.parentId);
  const { parentId, position } = node;
  return {
    up: position > 0 ? { parentId, position: position - 1 } : null,
    down: position < siblings.length - 1 ? { parentId, position: position + 1 } : null,
    in: above ? { parentId: above.id, position: childrenOf(nodes, above.id).length } : null,
    out: parent ? { parentId: parent.parentId, position: parent.position + 1 } : null,
    /** What `in` nests it below, and what `out` takes it out of. */
    above: above ?? null,
    parent: parent ?? null,
  };
}

export type Drop = "above" | "below" | "inside";

/** Where a category ends up that is dropped on another one; null if it would stay or cannot be there. */
export function dropPlace(
  nodes: Nodes,
  dragged: Category,
  target: Category,
  drop: Drop,
): Place | null {
  if (isWithin(nodes, target.id, dragged.id)) return null;
  if (drop === "inside") {
    const others = childrenOf(nodes, target.id).filter(({ id }) => id !== dragged.id);
    return { parentId: target.id, position: others.length };
  }
  const others = childrenOf(nodes, target.parentId).filter(({ id }) => id !== dragged.id);
  const index = others.findIndex(({ id }) => id === target.id);
  const position = drop === "above" ? index : index + 1;
  const stays = dragged.parentId === target.parentId && position === dragged.position;
  return stays ? null : { parentId: target.parentId, position };
}

/** The path of titles to a category, such as "Table › Bowls". */
export function pathOf(nodes: Nodes, node: Category): string {
  const parent = find(nodes, node.parentId);
  return parent ? `${pathOf(nodes, parent)} › ${node.title}` : node.title;
}

/** The categories that are shown while some are collapsed. */
export function shownNodes(nodes: Nodes, collapsed: ReadonlySet<number>): Category[] {
  return nodes.filter((node) => {
    let parent = find(nodes, node.parentId);
    while (parent) {
      if (collapsed.has(parent.id)) return false;
      parent = find(nodes, parent.parentId);
    }
    return true;
  });
}
