import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { t } from "../../../messages/t";
import { ErrorPanel } from "../../../ui/ErrorPanel";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { SkeletonPage } from "../../../ui/Skeletons";
import { Editor } from "./Editor";
import { recordQuery } from "./queries";

/** A new product, or one to look at and change. */
export default function ProductPage() {
  const { id } = useParams();
  return (
    <Page>
      {id === undefined ? <Editor key="new" record={null} /> : <Stored id={Number(id)} />}
    </Page>
  );
}

function Stored({ id }: { id: number }) {
  const query = useQuery(recordQuery(id));
  if (query.data) return <Editor key={id} record={query.data} />;
  return (
    <>
      <PageHead title={t("productEditor.product")} back="/products" />
      {query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonPage />
      )}
    </>
  );
}
