import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { CreatePage } from "./CreatePage";
import { isSectionComplete, newSection, type SectionDraft, sectionInputOf } from "./drafts";
import { SectionForm } from "./SectionForm";

/** A new feature section. */
export default function NewSectionPage() {
  const [draft, setDraft] = useState<SectionDraft>(newSection);
  const client = useQueryClient();
  return (
    <CreatePage
      title={t("sliders.newSection")}
      button={t("sliders.createSection")}
      path="/storefront/sliders/sections"
      isComplete={isSectionComplete(draft)}
      create={() =>
        unwrap(api.POST("/api/admin/v1/feature-sections", { body: sectionInputOf(draft) }))
      }
      onCreated={() => {
        void client.invalidateQueries({ queryKey: ["feature-sections", "list"] });
        // The composed home page can show it.
        void client.invalidateQueries({ queryKey: ["layouts", "home"] });
      }}
    >
      {(errors) => (
        <SectionForm
          draft={draft}
          change={(changed) => setDraft((before) => ({ ...before, ...changed }))}
          errors={errors}
          disabled={false}
          isNew
        />
      )}
    </CreatePage>
  );
}
