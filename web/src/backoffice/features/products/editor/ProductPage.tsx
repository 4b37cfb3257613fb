import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { t } from "../../../messages/t";
import { LoadingHead } from "../../../ui/LoadingHead";
import { Page } from "../../../ui/Page";
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
  return <LoadingHead title={t("productEditor.product")} back="/products" query={query} />;
}
