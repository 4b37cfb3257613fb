import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { toastError, undoToast } from "../../../ui/toasts";
import { draftOf, inputOf } from "./draft";
import { type SizeGuideDetails, sizeGuidesQuery } from "./queries";

/** Deletes a size guide that no category has, at once; it can be taken back. */
export function DeleteSizeGuide({ details }: { details: SizeGuideDetails }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const online = useOnline();
  const isUsed = details.categories.length > 0;
  const reload = () =>
    client.invalidateQueries({ queryKey: sizeGuidesQuery.queryKey, exact: true });
  const restore = async () => {
    const body = inputOf(draftOf(details));
    await unwrap(api.POST("/api/admin/v1/size-guides", { body }));
    await reload();
  };
  const remove = useMutation({
    mutationFn: () =>
      unwrap(
        api.DELETE("/api/admin/v1/size-guides/{sizeGuideId}", {
          params: { path: { sizeGuideId: details.id } },
        }),
      ),
    onError: toastError,
    onSuccess: async () => {
      undoToast({ text: t("sizeGuides.deleted", { title: details.title }), undo: restore });
      await navigate("/storefront/size-guides");
      client.removeQueries({ queryKey: ["size-guides", details.id] });
      return reload();
    },
  });
  return (
    <Button
      loading={remove.isPending}
      disabled={!online || isUsed}
      title={isUsed ? t("sizeGuides.inUse") : undefined}
      onClick={() => remove.mutate()}
    >
      {t("sizeGuides.delete")}
    </Button>
  );
}
