import type { components } from "../../../api/schema";

type Schemas = components["schemas"];
export type Tree = Schemas["CategoryTree"];
export type Category = Schemas["CategoryNode"];
export type CategoryDetails = Schemas["CategoryDetails"];
export type CategoryChanges = Schemas["CategoryChanges"];

export interface Place {
  parentId: number | null;
  /** Among the other children of the parent. */
  position: number;
}

/** What rows can ask of the tree. */
export interface TreeActions {
  canEdit: boolean;
  selected: number | null;
  renaming: number | null;
  /** Whose handle gets the focus back after a move. */
  focused: number | null;
  open: (id: number) => void;
  add: (parentId: number | null) => void;
  rename: (id: number | null) => void;
  remove: (node: Category) => void;
  toggle: (id: number) => void;
  move: (node: Category, place: Place) => void;
}
