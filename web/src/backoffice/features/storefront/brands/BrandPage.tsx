import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { api, unwrap } from "../../../api/client";
import { fieldErrors, formError } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { ConflictDialog, conflictOf } from "../../../ui/ConflictDialog";
import { ErrorNote, ErrorPanel } from "../../../ui/ErrorPanel";
import { useListNeighbours } from "../../../ui/listTrail";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { DetailColumns } from "../../../ui/Panel";
import { EditorPresence } from "../../../ui/Presence";
import { SaveBar } from "../../../ui/SaveBar";
import { SkeletonPage } from "../../../ui/Skeletons";
import { toast } from "../../../ui/toasts";
import { changedFields, mergeOf } from "../merging";
import { BrandActions } from "./BrandActions";
import { BrandFields } from "./BrandFields";
import { BrandUsePanel } from "./BrandUsePanel";
import { type BrandDraft, draftOf, TEXTS } from "./draft";
import { type BrandDetails, brandQuery } from "./queries";

/** A brand, what it is called and what uses it. */
export default function BrandPage() {
  const id = Number(useParams()["id"]);
  const query = useQuery(brandQuery(id));
  return (
    <Page>
      {query.data ? (
        <Loaded key={id} details={query.data} />
      ) : (
        <>
          <PageHead title={t("area.brands")} back="/storefront/brands" />
          {query.error ? (
            <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <SkeletonPage />
          )}
        </>
      )}
    </Page>
  );
}

function useSave(id: number, onSaved: (details: BrandDetails) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ changes, etag }: { changes: Partial<BrandDraft>; etag: string }) =>
      unwrap(
        api.PATCH("/api/admin/v1/brands/{brandId}", {
          params: { path: { brandId: id }, header: { "If-Match": etag } },
          body: changes,
        }),
      ),
    onSuccess: (saved) => {
      client.setQueryData(brandQuery(id).queryKey, saved);
      void client.invalidateQueries({ queryKey: ["brands", "list"] });
      toast(t("brands.saved"));
      onSaved(saved);
    },
  });
}

/** What differs from what is stored. */
function changesOf(draft: BrandDraft, stored: BrandDraft): Partial<BrandDraft> {
  return Object.fromEntries(changedFields(draft, stored).map((name) => [name, draft[name].trim()]));
}

function Loaded({ details }: { details: BrandDetails }) {
  const canEdit = useOperator().can("products.edit");
  const neighbours = useListNeighbours();
  // What the change is based on, while a reload may bring a newer version.
  const [based, setBased] = useState(details);
  const [draft, setDraft] = useState(() => draftOf(details));
  const reset = (current: BrandDetails) => {
    setBased(current);
    setDraft(draftOf(current));
  };
  const save = useSave(details.id, reset);
  const changes = changesOf(draft, draftOf(based));
  const count = Object.keys(changes).length;
  const conflict = conflictOf(save.error);
  return (
    <>
      <PageHead
        title={based.name}
        back="/storefront/brands"
        neighbours={neighbours}
        facts={<EditorPresence kind="brand" recordKey={String(details.id)} changes={count} />}
        actions={canEdit ? <BrandActions details={details} /> : null}
      />
      <ErrorNote error={!conflict && formError(save.error) ? save.error : null} isWrite />
      <DetailColumns
        main={
          <BrandFields
            draft={draft}
            onChange={setDraft}
            errors={fieldErrors(save.error)}
            disabled={!canEdit}
          />
        }
        aside={<BrandUsePanel details={details} />}
      />
      <SaveBar
        changes={count}
        saving={save.isPending}
        onSave={() => save.mutate({ changes, etag: based.etag })}
        onDiscard={() => {
          save.reset();
          setDraft(draftOf(based));
        }}
      />
      {conflict ? (
        <Conflict
          draft={draft}
          based={draftOf(based)}
          current={draftOf(conflict.current as BrandDetails)}
          onClose={() => save.reset()}
          onResolve={(merged) => {
            const current = conflict.current as BrandDetails;
            setBased(current);
            setDraft(merged);
            save.mutate({ changes: changesOf(merged, draftOf(current)), etag: conflict.etag });
          }}
        />
      ) : null}
    </>
  );
}

interface ConflictProps {
  draft: BrandDraft;
  based: BrandDraft;
  current: BrandDraft;
  onClose: () => void;
  onResolve: (merged: BrandDraft) => void;
}

/** Somebody else saved the brand in between: their fields beside mine. */
function Conflict({ draft, based, current, onClose, onResolve }: ConflictProps) {
  const { fields, merged } = mergeOf(TEXTS, draft, based, current);
  return (
    <ConflictDialog
      opened
      fields={fields}
      onClose={onClose}
      onResolve={(mine) => onResolve(merged(mine))}
    />
  );
}
