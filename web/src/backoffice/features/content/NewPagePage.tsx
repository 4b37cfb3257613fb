import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { NewTextForm } from "./NewTextForm";

/** A new page of the shop's own. */
export default function NewPagePage() {
  return (
    <NewTextForm
      heading={t("content.newPage")}
      back="/content/pages"
      create={async (fields) => {
        const body = { ...fields, source: "", format: "html" as const, draft: true };
        const page = await unwrap(api.POST("/api/admin/v1/content/pages", { body }));
        return `/content/pages/${page.slug}`;
      }}
    />
  );
}
