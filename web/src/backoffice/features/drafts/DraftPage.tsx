import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { t } from "../../messages/t";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { SkeletonPage } from "../../ui/Skeletons";
import { DraftEditor } from "./DraftEditor";
import { PlacedDraft } from "./PlacedDraft";
import { draftQuery } from "./queries";

/** A new draft, one to edit, or one that was placed. */
export default function DraftPage() {
  const { id } = useParams();
  return (
    <Page>
      {id === undefined ? <DraftEditor key="new" draft={null} /> : <Stored id={Number(id)} />}
    </Page>
  );
}

function Stored({ id }: { id: number }) {
  const query = useQuery(draftQuery(id));
  const draft = query.data;
  if (draft) {
    return draft.state === "open" ? (
      <DraftEditor key={draft.id} draft={draft} />
    ) : (
      <PlacedDraft draft={draft} />
    );
  }
  return (
    <>
      <PageHead title={t("drafts.draft", { id })} back="/drafts" />
      {query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonPage />
      )}
    </>
  );
}
