import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { DeleteRecord } from "../DeleteRecord";
import type { CollectionDetails } from "./queries";

/** Opens the collection's page in the storefront, or deletes it. */
export function CollectionActions({
  details: { id, title, link },
}: {
  details: CollectionDetails;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const canEdit = useOperator().can("products.edit");
  return (
    <>
      <Button component="a" href={link} target="_blank" rel="noreferrer">
        {t("storefront.view")}
      </Button>
      {canEdit ? (
        <DeleteRecord
          title={title}
          label={t("storefront.deleteCollection")}
          text={t("storefront.deleteCollectionText")}
          remove={() =>
            unwrap(
              api.DELETE("/api/admin/v1/collections/{collectionId}", {
                params: { path: { collectionId: id } },
              }),
            )
          }
          onDeleted={async () => {
            await navigate("/storefront/collections");
            client.removeQueries({ queryKey: ["collections", id] });
            return client.invalidateQueries({ queryKey: ["collections", "list"] });
          }}
        />
      ) : null}
    </>
  );
}
