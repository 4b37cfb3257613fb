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
import { RedirectForm } from "./RedirectForm";

/** A new redirect. */
export default function NewRedirectPage() {
  const [draft, setDraft] = useState({ path: "", target: "" });
  const client = useQueryClient();
  const navigate = useNavigate();
  const online = useOnline();
  const create = useMutation({
    mutationFn: () => unwrap(api.POST("/api/admin/v1/redirects", { body: draft })),
    onSuccess: () => {
      toast(t("storefront.redirectAdded"));
      void client.invalidateQueries({ queryKey: ["redirects"] });
      return navigate("/storefront/redirects");
    },
  });
  const isComplete = draft.path.trim() !== "" && draft.target.trim() !== "";
  return (
    <Page>
      <PageHead
        title={t("storefront.newRedirect")}
        back="/storefront/redirects"
        actions={
          <Button
            variant="filled"
            loading={create.isPending}
            disabled={!online || !isComplete}
            title={isComplete ? undefined : t("storefront.redirectIncomplete")}
            onClick={() => create.mutate()}
          >
            {t("storefront.createRedirect")}
          </Button>
        }
      />
      <ErrorNote error={formError(create.error) ? create.error : null} isWrite />
      <RedirectForm
        draft={draft}
        onChange={setDraft}
        errors={fieldErrors(create.error)}
        disabled={false}
      />
    </Page>
  );
}
