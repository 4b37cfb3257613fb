import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fieldErrors } from "../../../api/errors";
import { t } from "../../../messages/t";
import { conflictOf } from "../../../ui/ConflictDialog";
import { toast, toastError } from "../../../ui/toasts";
import { changedFields, mergeOf, type Texts } from "../merging";
import { type FoundTarget, type LayoutName, readVersion, type VersionDetails } from "./queries";

interface Details<Layout> {
  layout: Layout;
  targets: readonly FoundTarget[];
  etag: string;
}

interface Options<Layout, Stored extends Details<Layout>> extends Texts<Layout> {
  name: LayoutName;
  details: Stored;
  put: (layout: Layout, etag: string) => Promise<Stored>;
  /** The layout of a version. */
  pick: (version: VersionDetails) => Layout | null;
}

/** A layout while it is edited: saving, conflicts and earlier versions. */
export function useLayout<Layout extends object, Stored extends Details<Layout>>(
  options: Options<Layout, Stored>,
) {
  const { name, details, put } = options;
  const client = useQueryClient();
  // What the change is based on, while a reload may bring a newer version.
  const [based, setBased] = useState(details);
  const [draft, setDraft] = useState<Layout>(details.layout);
  const save = useMutation({
    mutationFn: ({ layout, etag }: { layout: Layout; etag: string }) => put(layout, etag),
    onSuccess: (stored) => {
      client.setQueryData(["layouts", name], stored);
      void client.invalidateQueries({ queryKey: ["layouts", "versions", name] });
      setBased(stored);
      setDraft(stored.layout);
      toast(t("layout.saved"));
      // Otherwise this browser may show the page from before once more.
      fetch("/api/home", { cache: "reload" }).catch(() => undefined);
    },
  });
  const versions = useVersions(options, setDraft);
  const refused = conflictOf(save.error);
  const current = refused && (refused.current as Stored);
  const conflict = current && mergeOf(options, draft, based.layout, current.layout);
  return {
    draft,
    setDraft,
    changes: changedFields(draft, based.layout).length,
    targets: [...based.targets, ...versions.known],
    learn: versions.learn,
    restore: versions.restore,
    save: () => save.mutate({ layout: draft, etag: based.etag }),
    saving: save.isPending,
    error: conflict ? null : save.error,
    errors: fieldErrors(save.error),
    discard: () => {
      save.reset();
      setDraft(based.layout);
    },
    conflict: conflict?.fields ?? null,
    forgetConflict: () => save.reset(),
    resolve: (mine: ReadonlySet<string>) => {
      if (!conflict) return;
      const layout = conflict.merged(mine);
      setBased({ ...current, etag: refused.etag });
      setDraft(layout);
      save.mutate({ layout, etag: refused.etag });
    },
  };
}

/** Brings an earlier version into the editor, with the records that it names. */
function useVersions<Layout extends object, Stored extends Details<Layout>>(
  { name, pick }: Options<Layout, Stored>,
  show: (layout: Layout) => void,
) {
  const [known, setKnown] = useState<readonly FoundTarget[]>([]);
  const add = (more: readonly FoundTarget[]) => setKnown((before) => [...before, ...more]);
  const restore = useMutation({
    mutationFn: (versionId: number) => readVersion(name, versionId),
    onSuccess: (version) => {
      const layout = pick(version);
      add(version.targets);
      if (layout) show(layout);
    },
    onError: toastError,
  });
  return { known, learn: (target: FoundTarget) => add([target]), restore };
}

export type LayoutEditing = Pick<
  ReturnType<typeof useLayout>,
  | "changes"
  | "save"
  | "saving"
  | "error"
  | "errors"
  | "discard"
  | "conflict"
  | "forgetConflict"
  | "resolve"
>;
