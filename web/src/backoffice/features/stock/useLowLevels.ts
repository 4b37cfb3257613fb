import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { conflictOf } from "../../ui/ConflictDialog";
import { undoToast } from "../../ui/toasts";
import { changedFields, type Draft, draftOf, inputOf, merged, problemsOf } from "./lowLevels";
import { type LowLevels, lowLevelsQuery, type Settings, settingsQuery } from "./queries";

const SHOP = "low_stock";

function putLevels(draft: Draft, etag: string): Promise<LowLevels> {
  return unwrap(
    api.PUT("/api/admin/v1/stock/low-levels", {
      params: { header: { "If-Match": etag } },
      body: inputOf(draft),
    }),
  );
}

function patchShop(lowAt: number, version: string): Promise<Settings> {
  return unwrap(
    api.PATCH("/api/admin/v1/settings", {
      params: { header: { "If-Match": `"${version}"` } },
      body: { values: { [SHOP]: lowAt } },
    }),
  );
}

const settingOf = (settings: Settings | undefined) =>
  settings?.sections.flatMap((one) => one.settings).find(({ name }) => name === SHOP);

/** The shop's level as it is stored, and whether it can be changed here. */
export function useShopLevel() {
  const operator = useOperator();
  const mayRead = operator.can("settings.read");
  const { data, isLoading } = useQuery({ ...settingsQuery, enabled: mayRead });
  const setting = settingOf(data);
  const isElsewhere = setting !== undefined && !setting.isEditable;
  const mayChange = operator.can("settings.edit") && setting !== undefined && !isElsewhere;
  return {
    lowAt: typeof setting?.value === "number" ? setting.value : null,
    isLoading,
    mayChange,
    why: isElsewhere ? t("stock.shopLevelElsewhere") : mayChange ? null : t("stock.shopLevelRight"),
  };
}

interface Saving {
  draft: Draft;
  before: Draft;
  /** The levels that the change is based on. */
  levels: LowLevels;
}

/** Stores what differs. The shop's level comes first: it may ask to sign in again. */
function useStore(onShop: (lowAt: Draft["shop"]) => void) {
  const client = useQueryClient();
  return async ({ draft, before, levels }: Saving): Promise<LowLevels> => {
    if (draft.shop !== before.shop) {
      const settings = await client.query({ ...settingsQuery, staleTime: 0 });
      const saved = await patchShop(Number(draft.shop), settings.version);
      client.setQueryData(settingsQuery.queryKey, saved);
      onShop(draft.shop);
    }
    const others = changedFields(draft, before).filter((field) => field !== "shop");
    return others.length > 0 ? putLevels(draft, levels.etag) : levels;
  };
}

/** What is stored, and what is edited on top of it. */
function useDraft(details: LowLevels, shopLowAt: number | null) {
  const client = useQueryClient();
  const [based, setBased] = useState(details);
  const [stored, setStored] = useState(() => draftOf(details, shopLowAt));
  const [draft, setDraft] = useState(stored);
  return {
    based,
    stored,
    draft,
    setDraft,
    setShop: (shop: Draft["shop"]) => setStored((now) => ({ ...now, shop })),
    show: (levels: LowLevels, next: Draft) => {
      client.setQueryData(lowLevelsQuery.queryKey, levels);
      void client.invalidateQueries({ queryKey: ["stock"] });
      setBased(levels);
      setStored(next);
      setDraft(next);
    },
  };
}

/** The levels while they are edited. */
export function useLowLevels(details: LowLevels, shopLowAt: number | null) {
  const { based, stored, draft, setDraft, setShop, show } = useDraft(details, shopLowAt);
  const [isTried, setTried] = useState(false);
  const store = useStore(setShop);
  const save = useMutation({
    mutationFn: store,
    onSuccess: (levels, { draft: mine, before }) => {
      show(levels, mine);
      setTried(false);
      undoToast({
        text: t("stock.levelsSaved"),
        undo: async () => show(await store({ draft: before, before: mine, levels }), before),
      });
    },
  });
  const conflict = conflictOf(save.error);
  const current = conflict ? (conflict.current as LowLevels) : null;
  const theirs = current ? draftOf(current, stored.shop === "" ? null : stored.shop) : null;
  return {
    based,
    draft,
    stored,
    theirs,
    changes: changedFields(draft, stored),
    problems: isTried ? problemsOf(draft) : {},
    errors: fieldErrors(save.error),
    error: save.error,
    isSaving: save.isPending,
    change: (changed: Partial<Draft>) => setDraft((now) => ({ ...now, ...changed })),
    save: () => {
      setTried(true);
      if (Object.keys(problemsOf(draft)).length > 0) return;
      save.mutate({ draft, before: stored, levels: based });
    },
    discard: () => {
      save.reset();
      setTried(false);
      setDraft(stored);
    },
    forgetConflict: save.reset,
    /** Saves some of the changes on top of what somebody else has saved, and drops the others. */
    resolve: (fields: ReadonlySet<string>) => {
      if (!current || !theirs) return;
      const next = merged(theirs, draft, fields);
      save.reset();
      show(current, theirs);
      setDraft(next);
      if (fields.size > 0) save.mutate({ draft: next, before: theirs, levels: current });
    },
  };
}
