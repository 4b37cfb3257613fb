import { TagsInput, Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { Panel } from "../../ui/Panel";
import { PictureField } from "../../ui/pictures/PictureField";
import { SkeletonPage } from "../../ui/Skeletons";
import styles from "./content.module.css";
import { EditorFrame } from "./EditorFrame";
import { HistoryPanel } from "./HistoryPanel";
import { PublishPanel } from "./PublishPanel";
import { type BlogDetails, blogQuery } from "./queries";
import { SeoPanel } from "./SeoPanel";
import { TextEditor } from "./TextEditor";
import { useEditor } from "./useEditor";

const PATH = "/api/admin/v1/content/blogs/{blogId}";

/** An article: its text, picture and author, when it is published, and its history. */
export default function BlogEditorPage() {
  const { id = "" } = useParams();
  const query = useQuery(blogQuery(Number(id)));
  if (query.data) return <Editor key={id} blog={query.data} />;
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

function useBlogEditor(blog: BlogDetails) {
  const client = useQueryClient();
  const params = (etag: string) => ({ path: { blogId: blog.id }, header: { "If-Match": etag } });
  return useEditor<BlogDetails>({
    subject: { kind: "blogs", key: blog.id },
    record: blog,
    patch: (body, etag) => unwrap(api.PATCH(PATH, { params: params(etag), body })),
    restore: (versionId, etag) =>
      unwrap(
        api.POST(`${PATH}/versions/{versionId}/restore`, {
          params: { path: { blogId: blog.id, versionId }, header: { "If-Match": etag } },
        }),
      ),
    onStored: (changed) => client.setQueryData(blogQuery(blog.id).queryKey, changed),
  });
}

type BlogEditor = ReturnType<typeof useBlogEditor>;

function Editor({ blog }: { blog: BlogDetails }) {
  const canEdit = useOperator().can("content.edit");
  const editor = useBlogEditor(blog);
  const { fields, set } = editor.form;
  const remove = () =>
    unwrap(
      api.DELETE(PATH, {
        params: { path: { blogId: blog.id }, header: { "If-Match": blog.etag } },
      }),
    );
  return (
    <EditorFrame
      editor={editor}
      record={{ kind: "article", recordKey: String(blog.id) }}
      title={fields.title || blog.title}
      state={blog.state}
      path={blog.path}
      back="/content/blogs"
      written={fields}
      deletion={canEdit ? { question: t("content.deleteBlog"), run: remove } : null}
      main={
        <>
          <TextPanel editor={editor} disabled={!canEdit} />
          <SeoPanel fields={fields} onChange={set} disabled={!canEdit} errors={editor.errors} />
        </>
      }
      aside={
        <>
          <PublishPanel
            state={blog.state}
            updatedAt={blog.updatedAt}
            canEdit={canEdit}
            saving={editor.saving}
            schedule={{
              publishedAt: blog.publishedAt,
              state: blog.state,
              error: editor.errors["publishedAt"],
            }}
            onPublish={(publication, text) => editor.submit(publication, text)}
          />
          <DetailsPanel editor={editor} disabled={!canEdit} />
          <HistoryPanel
            subject={{ kind: "blogs", key: blog.id }}
            source={blog.source}
            restoring={editor.restore.isPending}
            onRestore={canEdit && editor.form.count === 0 ? editor.restore.mutate : null}
          />
        </>
      }
    />
  );
}

interface PanelProps {
  editor: BlogEditor;
  disabled: boolean;
}

function TextPanel({ editor, disabled }: PanelProps) {
  const { fields, set } = editor.form;
  return (
    <Panel>
      <div className={styles.form}>
        <TextInput
          label={t("content.title")}
          value={fields.title}
          maxLength={300}
          disabled={disabled}
          error={editor.errors["title"]}
          onChange={({ currentTarget }) => set({ title: currentTarget.value })}
        />
        <Textarea
          label={t("content.summary")}
          description={t("content.summaryHelp")}
          value={fields.summary}
          maxLength={2000}
          autosize
          minRows={2}
          disabled={disabled}
          error={editor.errors["summary"]}
          onChange={({ currentTarget }) => set({ summary: currentTarget.value })}
        />
        <TextEditor
          label={t("content.text")}
          value={fields}
          disabled={disabled}
          error={editor.errors["source"]}
          onChange={({ source, format }) => set({ source, format })}
        />
      </div>
    </Panel>
  );
}

/** Pictures that were imported long ago may have no size. */
const sizeOf = ({ width, height }: { width: number | null; height: number | null }) => ({
  width: width ?? 0,
  height: height ?? 0,
});

function DetailsPanel({ editor, disabled }: PanelProps) {
  const { fields, set } = editor.form;
  const { image } = fields;
  return (
    <Panel>
      <div className={styles.form}>
        <PictureField
          label={t("content.image")}
          value={
            image && {
              ...image,
              ...sizeOf(image),
              colour: image.colour ?? "",
              preview: image.preview ?? null,
            }
          }
          disabled={disabled}
          error={editor.errors["image"]}
          onChange={(picture) =>
            set({
              image: picture && {
                ...picture,
                width: picture.width || null,
                height: picture.height || null,
                colour: picture.colour || null,
              },
            })
          }
        />
        <TextInput
          label={t("content.author")}
          value={fields.author}
          maxLength={300}
          disabled={disabled}
          error={editor.errors["author"]}
          onChange={({ currentTarget }) => set({ author: currentTarget.value })}
        />
        <TextInput
          label={t("content.slug")}
          description={t("content.slugHelp")}
          value={fields.slug}
          maxLength={200}
          disabled={disabled}
          error={editor.errors["slug"]}
          onChange={({ currentTarget }) => set({ slug: currentTarget.value })}
        />
        <TagsInput
          label={t("content.products")}
          description={t("content.productsHelp")}
          value={fields.productSlugs}
          maxTags={50}
          disabled={disabled}
          error={editor.errors["productSlugs"]}
          onChange={(productSlugs) => set({ productSlugs })}
        />
      </div>
    </Panel>
  );
}
