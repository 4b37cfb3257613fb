import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { t } from "../../messages/t";
import { LoadingHead } from "../../ui/LoadingHead";
import { Page } from "../../ui/Page";
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
  return <LoadingHead title={t("drafts.draft", { id })} back="/drafts" query={query} />;
}
