import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ConflictDialog, conflictOf } from "../../ui/ConflictDialog";
import { ErrorNote, ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns, Panel } from "../../ui/Panel";
import { EditorPresence } from "../../ui/Presence";
import { SaveBar } from "../../ui/SaveBar";
import { SkeletonPage } from "../../ui/Skeletons";
import { toast, toastError } from "../../ui/toasts";
import { EmailPreview } from "./EmailPreview";
import { TextsStatus } from "./EmailsPage";
import { EmailTexts } from "./EmailTexts";
import { type EmailDetails, emailQuery } from "./queries";

const PATH = "/api/admin/v1/content/emails/{name}";
type Texts = Readonly<Record<string, string>>;

/** An email: what it says, and how it looks. */
export default function EmailPage() {
  const { name = "" } = useParams();
  const query = useQuery(emailQuery(name));
  if (query.data) return <EmailEditor key={name} email={query.data} />;
  return (
    <Page>
      {query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonPage />
      )}
    </Page>
  );
}

const textsOf = (email: EmailDetails): Texts =>
  Object.fromEntries(email.texts.map(({ name, own, default: text }) => [name, own ?? text]));

function useEmail(email: EmailDetails) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<Texts>({});
  const stored = textsOf(email);
  const texts = { ...stored, ...typed };
  const path = { name: email.name };
  const save = useMutation({
    mutationFn: ({ body, etag }: { body: Texts; etag: string; text: string }) =>
      unwrap(
        api.PUT(PATH, { params: { path, header: { "If-Match": etag } }, body: { texts: body } }),
      ),
    onSuccess: (saved, { text }) => {
      client.setQueryData(emailQuery(email.name).queryKey, saved);
      setTyped({});
      toast(text);
      void client.invalidateQueries({ queryKey: ["settings", "changes"] });
      return client.invalidateQueries({ queryKey: ["content", "emails"], exact: true });
    },
  });
  const changes = email.texts.filter(({ name }) => texts[name] !== stored[name]);
  return { texts, setTyped, save, changes };
}

function EmailEditor({ email }: { email: EmailDetails }) {
  const canEdit = useOperator().can("content.edit");
  const { texts, setTyped, save, changes } = useEmail(email);
  const conflict = conflictOf(save.error);
  const current = conflict?.current as EmailDetails | undefined;
  const errors = fieldErrors(save.error);
  const put = (body: Texts, etag = email.etag, text = t("content.saved")) =>
    save.mutate({ body, etag, text });
  return (
    <Page>
      <SaveBar
        changes={changes.length}
        saving={save.isPending}
        onSave={() => put(texts)}
        onDiscard={() => setTyped({})}
      />
      <PageHead
        title={email.title}
        facts={<Facts email={email} changes={changes.length} />}
        back="/content/emails"
        statuses={<TextsStatus email={email} pill />}
        actions={canEdit ? <TestButton name={email.name} texts={texts} /> : null}
      />
      <ErrorNote error={conflict || Object.keys(errors).length > 0 ? null : save.error} isWrite />
      <DetailColumns
        main={<EmailPreview email={email} texts={texts} />}
        aside={
          email.editable ? (
            <EmailTexts
              email={email}
              texts={texts}
              disabled={!canEdit}
              errors={errors}
              onChange={(name, text) => setTyped((before) => ({ ...before, [name]: text }))}
              onReset={() => put({}, email.etag, t("content.resetDone"))}
            />
          ) : (
            <Panel title={t("content.emailTexts")}>
              <p className="small quiet">{t("content.fixedHelp")}</p>
            </Panel>
          )
        }
      />
      {conflict && current ? (
        <EmailConflict
          current={current}
          texts={texts}
          onClose={save.reset}
          onResolve={(body) => put(body, conflict.etag)}
        />
      ) : null}
    </Page>
  );
}

function Facts({ email, changes }: { email: EmailDetails; changes: number }) {
  return (
    <>
      {email.when}
      <EditorPresence kind="email" recordKey={email.name} changes={changes} />
    </>
  );
}

interface ConflictProps {
  current: EmailDetails;
  texts: Texts;
  onClose: () => void;
  onResolve: (body: Texts) => void;
}

function EmailConflict({ current, texts, onClose, onResolve }: ConflictProps) {
  const theirs = textsOf(current);
  return (
    <ConflictDialog
      opened
      onClose={onClose}
      fields={current.texts
        .filter(({ name }) => theirs[name] !== texts[name])
        .map(({ name, label }) => ({
          name,
          label,
          theirs: theirs[name] ?? "",
          mine: texts[name] ?? "",
        }))}
      onResolve={(mine) => {
        const chosen = Object.entries(texts).filter(([name]) => mine.has(name));
        onResolve({ ...theirs, ...Object.fromEntries(chosen) });
      }}
    />
  );
}

/** Sends the email as it is typed to the operator's own address. */
function TestButton({ name, texts }: { name: string; texts: Texts }) {
  const isOnline = useOnline();
  const test = useMutation({
    mutationFn: () =>
      unwrap(api.POST(`${PATH}/test`, { params: { path: { name } }, body: { texts } })),
    onSuccess: ({ to }) => toast(t("content.testSent", { to })),
    onError: toastError,
  });
  return (
    <Button loading={test.isPending} disabled={!isOnline} onClick={() => test.mutate()}>
      {t("content.sendTest")}
    </Button>
  );
}
