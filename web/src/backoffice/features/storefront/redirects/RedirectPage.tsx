import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { api, unwrap } from "../../../api/client";
import { fieldErrors, formError } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { ConflictDialog, conflictOf } from "../../../ui/ConflictDialog";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { LoadingHead } from "../../../ui/LoadingHead";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { EditorPresence } from "../../../ui/Presence";
import { SaveBar } from "../../../ui/SaveBar";
import { toast } from "../../../ui/toasts";
import { DeleteRedirect } from "./DeleteRedirect";
import { type ListedRedirect, redirectQuery } from "./queries";
import { type RedirectDraft, RedirectForm } from "./RedirectForm";
import { RedirectStatus } from "./RedirectStatus";

const LABELS = { path: "storefront.oldAddress", target: "storefront.newAddress" } as const;
type Name = keyof typeof LABELS;
const NAMES: readonly Name[] = ["path", "target"];

/** A redirect. */
export default function RedirectPage() {
  const id = Number(useParams()["id"]);
  const query = useQuery(redirectQuery(id));
  return (
    <Page>
      {query.data ? (
        <Loaded key={id} details={query.data} />
      ) : (
        <LoadingHead title={t("storefront.redirects")} back="/storefront/redirects" query={query} />
      )}
    </Page>
  );
}

const draftOf = ({ path, target }: ListedRedirect): RedirectDraft => ({
  path,
  target: target ?? "",
});

function changesOf(draft: RedirectDraft, stored: RedirectDraft): Partial<RedirectDraft> {
  return Object.fromEntries(
    NAMES.filter((name) => draft[name].trim() !== stored[name]).map((name) => [
      name,
      draft[name].trim(),
    ]),
  );
}

function useSave(id: number, onSaved: (details: ListedRedirect) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ changes, etag }: { changes: Partial<RedirectDraft>; etag: string }) =>
      unwrap(
        api.PATCH("/api/admin/v1/redirects/{redirectId}", {
          params: { path: { redirectId: id }, header: { "If-Match": etag } },
          body: changes,
        }),
      ),
    onSuccess: (changed) => {
      client.setQueryData(redirectQuery(id).queryKey, changed);
      void client.invalidateQueries({ queryKey: ["redirects", "list"] });
      toast(t("storefront.redirectSaved"));
      onSaved(changed);
    },
  });
}

function Loaded({ details }: { details: ListedRedirect }) {
  const canEdit = useOperator().can("content.edit");
  const [based, setBased] = useState(details);
  const [draft, setDraft] = useState(() => draftOf(details));
  const changes = changesOf(draft, draftOf(based));
  const save = useSave(details.id, (current) => {
    setBased(current);
    setDraft(draftOf(current));
  });
  const conflict = conflictOf(save.error);
  const current = conflict ? (conflict.current as ListedRedirect) : null;
  return (
    <>
      <PageHead
        title={based.path}
        back="/storefront/redirects"
        statuses={<RedirectStatus row={based} />}
        facts={<Facts details={based} changes={Object.keys(changes).length} />}
        actions={canEdit ? <DeleteRedirect details={based} /> : null}
      />
      <ErrorNote error={!conflict && formError(save.error) ? save.error : null} isWrite />
      <RedirectForm
        draft={draft}
        onChange={setDraft}
        errors={fieldErrors(save.error)}
        disabled={!canEdit}
      />
      <SaveBar
        changes={Object.keys(changes).length}
        saving={save.isPending}
        onSave={() => save.mutate({ changes, etag: based.etag })}
        onDiscard={() => {
          save.reset();
          setDraft(draftOf(based));
        }}
      />
      {conflict && current ? (
        <Conflict
          draft={draft}
          names={NAMES.filter((name) => name in changes)}
          theirs={draftOf(current)}
          onClose={() => save.reset()}
          onResolve={(merged) => {
            setBased(current);
            setDraft(merged);
            save.mutate({ changes: changesOf(merged, draftOf(current)), etag: conflict.etag });
          }}
        />
      ) : null}
    </>
  );
}

function Facts({ details, changes }: { details: ListedRedirect; changes: number }) {
  return (
    <>
      {details.title}
      <EditorPresence kind="redirect" recordKey={String(details.id)} changes={changes} />
    </>
  );
}

interface ConflictProps {
  draft: RedirectDraft;
  /** The fields that I have changed. */
  names: readonly Name[];
  theirs: RedirectDraft;
  onClose: () => void;
  onResolve: (merged: RedirectDraft) => void;
}

/** Somebody else saved the redirect in between: their addresses beside mine. */
function Conflict({ draft, names, theirs, onClose, onResolve }: ConflictProps) {
  return (
    <ConflictDialog
      opened
      onClose={onClose}
      fields={names.map((name) => ({
        name,
        label: t(LABELS[name]),
        theirs: theirs[name],
        mine: draft[name],
      }))}
      onResolve={(mine) =>
        onResolve({
          path: mine.has("path") ? draft.path : theirs.path,
          target: mine.has("target") ? draft.target : theirs.target,
        })
      }
    />
  );
}
