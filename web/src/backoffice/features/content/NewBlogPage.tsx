import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { NewTextForm } from "./NewTextForm";

/** A new article by the operator. */
export default function NewBlogPage() {
  const { name } = useOperator();
  return (
    <NewTextForm
      heading={t("content.newBlog")}
      back="/content/blogs"
      create={async (fields) => {
        const body = { ...fields, author: name, source: "", format: "html" as const, draft: true };
        const blog = await unwrap(api.POST("/api/admin/v1/content/blogs", { body }));
        return `/content/blogs/${blog.id}`;
      }}
    />
  );
}
