import { useMutation } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { sentenceOf } from "@/api/errors";
import "@/messages/later/profile";
import { t } from "@/messages/t";
import { tellFailure } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { downloadData } from "./download";

/** Everything that the shop holds about the customer, as a file. */
export function YourData() {
  const fetched = useMutation({
    mutationFn: () => ask(api.GET("/customer/export")),
    onSuccess: downloadData,
    onError: (error) => tellFailure(sentenceOf(error)),
  });
  return (
    <Button look="plain" busy={fetched.isPending} onClick={() => fetched.mutate()}>
      {t("profile.export")}
    </Button>
  );
}
