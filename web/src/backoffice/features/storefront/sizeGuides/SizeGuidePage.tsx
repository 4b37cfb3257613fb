import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { api, unwrap } from "../../../api/client";
import { fieldErrors, formError } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { conflictOf } from "../../../ui/ConflictDialog";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { LoadingHead } from "../../../ui/LoadingHead";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { EditorPresence } from "../../../ui/Presence";
import { SaveBar } from "../../../ui/SaveBar";
import { toast } from "../../../ui/toasts";
import { changedNames, type Draft, draftOf, inputOf, isComplete } from "./draft";
import { DeleteSizeGuide } from "./DeleteSizeGuide";
import { GuideCategories } from "./GuideCategories";
import { type SizeGuideDetails, sizeGuideQuery, sizeGuidesQuery } from "./queries";
import { SizeGuideConflict } from "./SizeGuideConflict";
import { SizeGuideForm } from "./SizeGuideForm";

/** A size guide with its table. */
export default function SizeGuidePage() {
  const id = Number(useParams()["id"]);
  const query = useQuery(sizeGuideQuery(id));
  return (
    <Page>
      {query.data ? (
        <Loaded key={id} details={query.data} />
      ) : (
        <LoadingHead title={t("area.sizeGuides")} back="/storefront/size-guides" query={query} />
      )}
    </Page>
  );
}

function useSave(id: number, onSaved: (details: SizeGuideDetails) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ draft, etag }: { draft: Draft; etag: string }) =>
      unwrap(
        api.PUT("/api/admin/v1/size-guides/{sizeGuideId}", {
          params: { path: { sizeGuideId: id }, header: { "If-Match": etag } },
          body: inputOf(draft),
        }),
      ),
    onSuccess: (saved) => {
      client.setQueryData(sizeGuideQuery(id).queryKey, saved);
      void client.invalidateQueries({ queryKey: sizeGuidesQuery.queryKey, exact: true });
      toast(t("sizeGuides.saved"));
      onSaved(saved);
    },
  });
}

function Loaded({ details }: { details: SizeGuideDetails }) {
  const canEdit = useOperator().can("products.edit");
  // What the change is based on, while a reload may bring a newer version.
  const [based, setBased] = useState(details);
  const [draft, setDraft] = useState(() => draftOf(details));
  const save = useSave(details.id, (saved) => {
    setBased(saved);
    setDraft(draftOf(saved));
  });
  const conflict = conflictOf(save.error);
  const changes = changedNames(draft, draftOf(based)).length;
  return (
    <>
      <PageHead
        title={based.title}
        back="/storefront/size-guides"
        facts={
          <EditorPresence kind="size-guide" recordKey={String(details.id)} changes={changes} />
        }
        actions={canEdit ? <DeleteSizeGuide details={details} /> : null}
      />
      <ErrorNote error={!conflict && formError(save.error) ? save.error : null} isWrite />
      <SizeGuideForm
        draft={draft}
        onChange={setDraft}
        errors={fieldErrors(save.error)}
        disabled={!canEdit}
        categories={<GuideCategories categories={details.categories} />}
      />
      <SaveBar
        changes={changes}
        saving={save.isPending}
        onSave={() =>
          isComplete(draft)
            ? save.mutate({ draft, etag: based.etag })
            : toast(t("sizeGuides.incomplete"))
        }
        onDiscard={() => {
          save.reset();
          setDraft(draftOf(based));
        }}
      />
      {conflict ? (
        <SizeGuideConflict
          draft={draft}
          based={draftOf(based)}
          theirs={draftOf(conflict.current as SizeGuideDetails)}
          onClose={() => save.reset()}
          onResolve={(merged) => {
            setBased({ ...(conflict.current as SizeGuideDetails), etag: conflict.etag });
            setDraft(merged);
            save.mutate({ draft: merged, etag: conflict.etag });
          }}
        />
      ) : null}
    </>
  );
}
