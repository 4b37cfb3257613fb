import { TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { Panel } from "../../ui/Panel";
import { SkeletonPage } from "../../ui/Skeletons";
import { EditorFrame } from "./EditorFrame";
import styles from "./content.module.css";
import { HistoryPanel } from "./HistoryPanel";
import { PublishPanel } from "./PublishPanel";
import { type PageDetails, pageQuery, type Subject } from "./queries";
import { SeoPanel } from "./SeoPanel";
import { TextEditor } from "./TextEditor";
import { useEditor } from "./useEditor";

const PATH = "/api/admin/v1/content/pages/{slug}";

/** A page: its text, its address, whether shoppers see it, and its history. */
export default function PageEditorPage() {
  const { slug = "" } = useParams();
  const query = useQuery(pageQuery(slug));
  if (query.data) return <Editor key={slug} page={query.data} />;
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

function usePageEditor(page: PageDetails) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const params = (etag: string) => ({ path: { slug: page.slug }, header: { "If-Match": etag } });
  return useEditor<PageDetails>({
    subject: { kind: "pages", key: page.slug },
    record: page,
    patch: (body, etag) => unwrap(api.PATCH(PATH, { params: params(etag), body })),
    restore: (versionId, etag) =>
      unwrap(
        api.POST(`${PATH}/versions/{versionId}/restore`, {
          params: { path: { slug: page.slug, versionId }, header: { "If-Match": etag } },
        }),
      ),
    onStored: (changed) => {
      client.setQueryData(pageQuery(changed.slug).queryKey, changed);
      if (changed.slug !== page.slug) {
        void navigate(`/content/pages/${changed.slug}`, { replace: true });
      }
    },
  });
}

function Editor({ page }: { page: PageDetails }) {
  const canEdit = useOperator().can("content.edit");
  const editor = usePageEditor(page);
  const { fields, set } = editor.form;
  const subject: Subject = { kind: "pages", key: page.slug };
  const remove = () =>
    unwrap(
      api.DELETE(PATH, {
        params: { path: { slug: page.slug }, header: { "If-Match": page.etag } },
      }),
    );
  return (
    <EditorFrame
      editor={editor}
      record={{ kind: "page", recordKey: page.slug }}
      title={fields.title || page.title}
      state={page.state}
      path={page.path}
      back="/content/pages"
      written={fields}
      deletion={canEdit && page.own ? { question: t("content.deletePage"), run: remove } : null}
      main={
        <>
          <TextPanel page={page} editor={editor} disabled={!canEdit} />
          <SeoPanel fields={fields} onChange={set} disabled={!canEdit} errors={editor.errors} />
        </>
      }
      aside={
        <>
          {page.own ? (
            <PublishPanel
              state={page.state}
              updatedAt={page.updatedAt}
              canEdit={canEdit}
              saving={editor.saving}
              onPublish={({ draft }, text) => editor.submit({ draft }, text)}
            />
          ) : (
            <Panel title={t("content.publication")}>
              <p className="small quiet">{t("content.fixedNote")}</p>
            </Panel>
          )}
          <HistoryPanel
            subject={subject}
            source={page.source}
            restoring={editor.restore.isPending}
            onRestore={canEdit && editor.form.count === 0 ? editor.restore.mutate : null}
          />
        </>
      }
    />
  );
}

interface TextProps {
  page: PageDetails;
  editor: ReturnType<typeof usePageEditor>;
  disabled: boolean;
}

function TextPanel({ page, editor, disabled }: TextProps) {
  const { fields, set } = editor.form;
  const line = (name: "title" | "slug" | "phone" | "email" | "hours", description?: string) => (
    <TextInput
      label={t(`content.${name}`)}
      description={description}
      value={fields[name]}
      disabled={disabled}
      error={editor.errors[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
    />
  );
  return (
    <Panel>
      <div className={styles.form}>
        {line("title")}
        {page.own ? line("slug", t("content.slugHelp")) : null}
        <TextEditor
          label={t("content.text")}
          value={fields}
          disabled={disabled}
          error={editor.errors["source"]}
          onChange={({ source, format }) => set({ source, format })}
        />
        {page.slug === "customer-care" ? (
          <>
            {line("phone", t("content.companyHelp"))}
            {line("email", t("content.companyHelp"))}
            {line("hours")}
          </>
        ) : null}
      </div>
    </Panel>
  );
}
