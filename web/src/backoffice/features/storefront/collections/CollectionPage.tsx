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
import { CollectionActions } from "./CollectionActions";
import { CollectionConflict } from "./CollectionConflict";
import { CollectionForm } from "./CollectionForm";
import { changesOf, type Draft, draftOf, isComplete } from "./draft";
import { type CollectionChanges, type CollectionDetails, collectionQuery } from "./queries";

/** A collection with its products. */
export default function CollectionPage() {
  const id = Number(useParams()["id"]);
  const query = useQuery(collectionQuery(id));
  return (
    <Page>
      {query.data ? (
        <Loaded key={id} details={query.data} />
      ) : (
        <LoadingHead
          title={t("storefront.collections")}
          back="/storefront/collections"
          query={query}
        />
      )}
    </Page>
  );
}

function useSave(id: number, onSaved: (details: CollectionDetails) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ changes, etag }: { changes: CollectionChanges; etag: string }) =>
      unwrap(
        api.PATCH("/api/admin/v1/collections/{collectionId}", {
          params: { path: { collectionId: id }, header: { "If-Match": etag } },
          body: changes,
        }),
      ),
    onSuccess: (changed) => {
      client.setQueryData(collectionQuery(id).queryKey, changed);
      void client.invalidateQueries({ queryKey: ["collections", "list"] });
      toast(t("storefront.collectionSaved"));
      onSaved(changed);
    },
  });
}

function HeadFacts({ details, changes }: { details: CollectionDetails; changes: number }) {
  return (
    <>
      {t("storefront.products", { count: details.count.value })}
      <EditorPresence kind="collection" recordKey={String(details.id)} changes={changes} />
    </>
  );
}

function Loaded({ details }: { details: CollectionDetails }) {
  const canEdit = useOperator().can("products.edit");
  // What the change is based on, while a reload may bring a newer version.
  const [based, setBased] = useState(details);
  const [draft, setDraft] = useState<Draft>(() => draftOf(details));
  const changes = changesOf(draft, draftOf(based));
  const show = (current: CollectionDetails) => {
    setBased(current);
    setDraft(draftOf(current));
  };
  const save = useSave(details.id, show);
  const conflict = conflictOf(save.error);
  const ready = isComplete(draft);
  return (
    <>
      <PageHead
        title={based.title}
        back="/storefront/collections"
        facts={<HeadFacts details={based} changes={Object.keys(changes).length} />}
        actions={<CollectionActions details={based} />}
      />
      <ErrorNote error={!conflict && formError(save.error) ? save.error : null} isWrite />
      <CollectionForm
        draft={draft}
        onChange={setDraft}
        errors={fieldErrors(save.error)}
        disabled={!canEdit}
      />
      <SaveBar
        changes={Object.keys(changes).length}
        saving={save.isPending}
        onSave={() =>
          ready ? save.mutate({ changes, etag: based.etag }) : toast(t("storefront.incomplete"))
        }
        onDiscard={() => {
          save.reset();
          setDraft(draftOf(based));
        }}
      />
      {conflict ? (
        <CollectionConflict
          draft={draft}
          based={based}
          current={{ ...(conflict.current as CollectionDetails), etag: conflict.etag }}
          onClose={() => save.reset()}
          onResolve={(current, merged) => {
            setBased(current);
            setDraft(merged);
            const rest = changesOf(merged, draftOf(current));
            save.mutate({ changes: rest, etag: current.etag });
          }}
        />
      ) : null}
    </>
  );
}
