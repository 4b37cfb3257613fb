import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { CreatePage } from "./CreatePage";
import { EMPTY_SLIDER, type SliderDraft, sliderInputOf } from "./drafts";
import { SliderForm } from "./SliderForm";

/** A new slider. */
export default function NewSliderPage() {
  const [draft, setDraft] = useState<SliderDraft>(EMPTY_SLIDER);
  const client = useQueryClient();
  return (
    <CreatePage
      title={t("sliders.newSlider")}
      button={t("sliders.createSlider")}
      path="/storefront/sliders"
      isComplete={draft.title.trim() !== ""}
      create={() => unwrap(api.POST("/api/admin/v1/sliders", { body: sliderInputOf(draft) }))}
      onCreated={() => void client.invalidateQueries({ queryKey: ["sliders", "list"] })}
    >
      {(errors) => (
        <SliderForm
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
