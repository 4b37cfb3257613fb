import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { toast, undoToast } from "../../../ui/toasts";
import type { ListedRedirect } from "./queries";

/** Deletes a redirect at once; it can be taken back. */
export function DeleteRedirect({ details }: { details: ListedRedirect }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const online = useOnline();
  const { id, path, target } = details;
  const reload = () => client.invalidateQueries({ queryKey: ["redirects", "list"] });
  const restore = async () => {
    await unwrap(api.POST("/api/admin/v1/redirects", { body: { path, target: target ?? "/" } }));
    await reload();
  };
  const remove = useMutation({
    mutationFn: () =>
      unwrap(
        api.DELETE("/api/admin/v1/redirects/{redirectId}", {
          params: { path: { redirectId: id } },
        }),
      ),
    onSuccess: async () => {
      const text = t("storefront.redirectDeleted", { path });
      if (target === null) toast(text);
      else undoToast({ text, undo: restore });
      await navigate("/storefront/redirects");
      client.removeQueries({ queryKey: ["redirects", id] });
      return reload();
    },
  });
  return (
    <>
      <ErrorNote error={remove.error} isWrite />
      <Button loading={remove.isPending} disabled={!online} onClick={() => remove.mutate()}>
        {t("storefront.deleteRedirect")}
      </Button>
    </>
  );
}
