import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { errorMessage } from "@/api/errors";
import { t } from "@/messages/t";
import { showErrorToast } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { downloadData } from "./download";

/** Downloads the customer's data as a file. */
export function YourData() {
  const download = useMutation({
    mutationFn: () => unwrap(api.GET("/customer/export")),
    onSuccess: downloadData,
    onError: (error) => showErrorToast(errorMessage(error)),
  });
  return (
    <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
      {t("profile.export")}
    </Button>
  );
}
