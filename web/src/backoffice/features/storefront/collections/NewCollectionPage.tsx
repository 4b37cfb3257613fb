import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../../api/client";
import { fieldErrors, formError } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { toast } from "../../../ui/toasts";
import { CollectionForm } from "./CollectionForm";
import { type Draft, EMPTY, isComplete, ruleOf } from "./draft";
import type { CollectionInput } from "./queries";

function inputOf(draft: Draft): CollectionInput {
  const { title, slug, description, image, seoTitle, seoDescription, products } = draft;
  return {
    ...{ title, description, image, seoTitle, seoDescription },
    ...(slug === "" ? {} : { slug }),
    rule: ruleOf(draft),
    productIds: draft.byRule ? [] : products.map(({ id }) => id),
  };
}

/** A new collection. */
export default function NewCollectionPage() {
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const client = useQueryClient();
  const navigate = useNavigate();
  const online = useOnline();
  const create = useMutation({
    mutationFn: () => unwrap(api.POST("/api/admin/v1/collections", { body: inputOf(draft) })),
    onSuccess: ({ id }) => {
      toast(t("storefront.collectionAdded"));
      void client.invalidateQueries({ queryKey: ["collections"] });
      return navigate(`/storefront/collections/${id}`, { replace: true });
    },
  });
  return (
    <Page>
      <PageHead
        title={t("storefront.newCollection")}
        back="/storefront/collections"
        actions={
          <Button
            variant="filled"
            loading={create.isPending}
            disabled={!online || !isComplete(draft)}
            title={isComplete(draft) ? undefined : t("storefront.incomplete")}
            onClick={() => create.mutate()}
          >
            {t("storefront.create")}
          </Button>
        }
      />
      <ErrorNote error={formError(create.error) ? create.error : null} isWrite />
      <CollectionForm
        draft={draft}
        onChange={setDraft}
        errors={fieldErrors(create.error)}
        disabled={false}
        isNew
      />
    </Page>
  );
}
