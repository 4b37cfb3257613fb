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
import {
  isSectionComplete,
  SECTION_KINDS,
  type SectionDraft,
  sectionDraftOf,
  sectionInputOf,
} from "./drafts";
import { HomeNote } from "./HomeNote";
import { type SectionDetails, sectionQuery } from "./queries";
import { incompleteText, RecordEditor } from "./RecordEditor";
import { SectionForm } from "./SectionForm";
import { refreshHome, useRecord } from "./useRecord";

const LIST = "/storefront/sliders";

/** A feature section with its tiles. */
export default function SectionPage() {
  const id = Number(useParams()["id"]);
  const query = useQuery(sectionQuery(id));
  return (
    <Page>
      {query.data ? (
        <Loaded key={id} details={query.data} />
      ) : (
        <LoadingHead title={t("sliders.sections")} back={LIST} query={query} />
      )}
    </Page>
  );
}

const LABELS: Readonly<Record<keyof SectionDraft, PlainKey>> = {
  title: "layout.title",
  subtitle: "layout.subtitle",
  slug: "sliders.key",
  kind: "sliders.kind",
  tiles: "sliders.tiles",
};

function textOf(draft: SectionDraft, field: keyof SectionDraft): string {
  if (field === "kind") return t(SECTION_KINDS[draft.kind]);
  if (field !== "tiles") return draft[field];
  return draft.tiles
    .map(({ title, products }) =>
      [title, t("storefront.products", { count: products.length })].join(": "),
    )
    .join(", ");
}

function useSection(details: SectionDetails) {
  const client = useQueryClient();
  const { id } = details;
  return useRecord({
    details,
    draftOf: sectionDraftOf,
    label: (field) => t(LABELS[field]),
    text: textOf,
    put: (draft, etag) =>
      unwrap(
        api.PUT("/api/admin/v1/feature-sections/{sectionId}", {
          params: { path: { sectionId: id }, header: { "If-Match": etag } },
          body: sectionInputOf(draft),
        }),
      ),
    onSaved: (stored) => {
      client.setQueryData(sectionQuery(id).queryKey, stored);
      void client.invalidateQueries({ queryKey: ["feature-sections", "list"] });
      void client.invalidateQueries({ queryKey: ["layouts", "home"] });
    },
  });
}

function Loaded({ details }: { details: SectionDetails }) {
  const canEdit = useOperator().can("content.edit");
  const editing = useSection(details);
  const { based, draft } = editing;
  return (
    <>
      <PageHead
        title={based.title}
        back={LIST}
        facts={
          <>
            <HomeNote home={based.home} of="section" />
            <EditorPresence
              kind="feature-section"
              recordKey={String(details.id)}
              changes={editing.changes}
            />
          </>
        }
        actions={canEdit ? <Delete details={based} /> : null}
      />
      <RecordEditor editing={editing} incomplete={incompleteText(isSectionComplete(draft))}>
        <SectionForm
          draft={draft}
          change={editing.change}
          errors={editing.errors}
          disabled={!canEdit}
        />
      </RecordEditor>
    </>
  );
}

function Delete({ details: { id, title } }: { details: SectionDetails }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <DeleteRecord
      title={title}
      text={t("sliders.deleteSectionText")}
      remove={() =>
        unwrap(
          api.DELETE("/api/admin/v1/feature-sections/{sectionId}", {
            params: { path: { sectionId: id } },
          }),
        )
      }
      onDeleted={async () => {
        refreshHome();
        await navigate(LIST);
        client.removeQueries({ queryKey: sectionQuery(id).queryKey });
        void client.invalidateQueries({ queryKey: ["layouts", "home"] });
        return client.invalidateQueries({ queryKey: ["feature-sections", "list"] });
      }}
    />
  );
}
