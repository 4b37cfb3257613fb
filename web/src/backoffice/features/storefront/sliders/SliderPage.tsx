import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { api, unwrap } from "../../../api/client";
import { type PlainKey, t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { LoadingHead } from "../../../ui/LoadingHead";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { EditorPresence } from "../../../ui/Presence";
import { DeleteRecord } from "../DeleteRecord";
import { type SliderDraft, sliderDraftOf, sliderInputOf } from "./drafts";
import { HomeNote } from "./HomeNote";
import { type SliderDetails, sliderQuery } from "./queries";
import { incompleteText, RecordEditor } from "./RecordEditor";
import { SliderForm } from "./SliderForm";
import { refreshHome, useRecord } from "./useRecord";

const LIST = "/storefront/sliders";

/** A slider with its products. */
export default function SliderPage() {
  const id = Number(useParams()["id"]);
  const query = useQuery(sliderQuery(id));
  return (
    <Page>
      {query.data ? (
        <Loaded key={id} details={query.data} />
      ) : (
        <LoadingHead title={t("sliders.sliders")} back={LIST} query={query} />
      )}
    </Page>
  );
}

const LABELS: Readonly<Record<keyof SliderDraft, PlainKey>> = {
  title: "layout.title",
  subtitle: "layout.subtitle",
  callToAction: "layout.button",
  slug: "storefront.slug",
  image: "layout.picture",
  phoneImage: "layout.phonePicture",
  startsAt: "layout.startsAt",
  endsAt: "layout.endsAt",
  products: "storefront.productList",
};

function textOf(draft: SliderDraft, field: keyof SliderDraft): string {
  if (field === "products") return draft.products.map(({ title }) => title).join(", ");
  if (field === "image" || field === "phoneImage") {
    return draft[field]?.alt || (draft[field]?.path ?? "");
  }
  return draft[field] ?? "";
}

function useSlider(details: SliderDetails) {
  const client = useQueryClient();
  const { id } = details;
  return useRecord({
    details,
    draftOf: sliderDraftOf,
    label: (field) => t(LABELS[field]),
    text: textOf,
    put: (draft, etag) =>
      unwrap(
        api.PUT("/api/admin/v1/sliders/{sliderId}", {
          params: { path: { sliderId: id }, header: { "If-Match": etag } },
          body: sliderInputOf(draft),
        }),
      ),
    onSaved: (stored) => {
      client.setQueryData(sliderQuery(id).queryKey, stored);
      void client.invalidateQueries({ queryKey: ["sliders", "list"] });
    },
  });
}

function Loaded({ details }: { details: SliderDetails }) {
  const canEdit = useOperator().can("content.edit");
  const editing = useSlider(details);
  const { based, draft } = editing;
  return (
    <>
      <PageHead
        title={based.title}
        back={LIST}
        facts={
          <>
            <HomeNote home={based.home} of="sliders" />
            <EditorPresence
              kind="slider"
              recordKey={String(details.id)}
              changes={editing.changes}
            />
          </>
        }
        actions={<Actions details={based} canEdit={canEdit} />}
      />
      <RecordEditor editing={editing} incomplete={incompleteText(draft.title.trim() !== "")}>
        <SliderForm
          draft={draft}
          change={editing.change}
          errors={editing.errors}
          disabled={!canEdit}
        />
      </RecordEditor>
    </>
  );
}

function Actions({ details, canEdit }: { details: SliderDetails; canEdit: boolean }) {
  const { id, title, link } = details;
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <>
      <Button component="a" href={link} target="_blank" rel="noreferrer">
        {t("storefront.view")}
      </Button>
      {canEdit ? (
        <DeleteRecord
          title={title}
          text={t("sliders.deleteSliderText")}
          remove={() =>
            unwrap(
              api.DELETE("/api/admin/v1/sliders/{sliderId}", {
                params: { path: { sliderId: id } },
              }),
            )
          }
          onDeleted={async () => {
            refreshHome();
            await navigate(LIST);
            client.removeQueries({ queryKey: sliderQuery(id).queryKey });
            return client.invalidateQueries({ queryKey: ["sliders", "list"] });
          }}
        />
      ) : null}
    </>
  );
}
