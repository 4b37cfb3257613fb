import type { components } from "../../api/schema";
import type { IconName } from "../../ui/Icon";

export type Found = components["schemas"]["Found"];
export type FoundGroup = components["schemas"]["FoundGroup"];
export type FoundKind = FoundGroup["kind"];

/** A row of the palette. */
export interface Entry {
  key: string;
  icon: IconName;
  title: string;
  detail?: string;
  /** At the right: an amount or a status. */
  note?: string;
  /** A page of the back office. */
  to?: string;
  /** A page outside of it, opened in a new tab. */
  href?: string;
  run?: () => void;
  remember?: { kind: FoundKind; id: string };
}

export interface EntryGroup {
  id: string;
  label: string;
  entries: Entry[];
}
