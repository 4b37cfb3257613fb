import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api, unwrapFile } from "../../api/client";
import { t } from "../../messages/t";
import { downloadFile } from "../../ui/download";
import { toastError } from "../../ui/toasts";

/** Saves all products as a file that can be imported again. */
export function ExportButton() {
  const save = useMutation({
    mutationFn: () => unwrapFile(api.GET("/api/admin/v1/exports/products", { parseAs: "blob" })),
    onSuccess: ({ name, file }) => downloadFile(name, file),
    onError: toastError,
  });
  return (
    <Button onClick={() => save.mutate()} loading={save.isPending}>
      {t("imports.export")}
    </Button>
  );
}
