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
import { EMPTY, inputOf, isComplete } from "./draft";
import { SizeGuideForm } from "./SizeGuideForm";

/** A new size guide. */
export default function NewSizeGuidePage() {
  const [draft, setDraft] = useState(EMPTY);
  const client = useQueryClient();
  const navigate = useNavigate();
  const online = useOnline();
  const create = useMutation({
    mutationFn: () => unwrap(api.POST("/api/admin/v1/size-guides", { body: inputOf(draft) })),
    onSuccess: ({ id }) => {
      toast(t("sizeGuides.created"));
      void client.invalidateQueries({ queryKey: ["size-guides"] });
      return navigate(`/storefront/size-guides/${id}`, { replace: true });
    },
  });
  const ready = isComplete(draft);
  return (
    <Page>
      <PageHead
        title={t("sizeGuides.new")}
        back="/storefront/size-guides"
        actions={
          <Button
            variant="filled"
            loading={create.isPending}
            disabled={!online || !ready}
            title={ready ? undefined : t("sizeGuides.incomplete")}
            onClick={() => create.mutate()}
          >
            {t("sizeGuides.create")}
          </Button>
        }
      />
      <ErrorNote error={formError(create.error) ? create.error : null} isWrite />
      <SizeGuideForm
        draft={draft}
        onChange={setDraft}
        errors={fieldErrors(create.error)}
        disabled={false}
      />
    </Page>
  );
}
