import { useMutation } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { api, ask } from "@/api/client";
import { sentenceOf } from "@/api/errors";
import { t } from "@/messages/t";
import { tellFailure } from "@/state/toasts";
import { useTitle } from "@/state/useTitle";
import { Button, buttonClass } from "@/ui/Button/Button";
import { Notice } from "@/ui/Notice/Notice";

/** Where a letter's link leads that ends an alert or the newsletter, without signing in. */
export function Component() {
  useTitle(t("unsubscribe.title"));
  const { kind, token = "" } = useParams();
  const isAlert = kind === "alert";
  const end = useMutation({
    mutationFn: () =>
      isAlert
        ? ask(api.POST("/unsubscribe/alert/{token}", { params: { path: { token } } }))
        : ask(api.POST("/unsubscribe/newsletter/{token}", { params: { path: { token } } })),
    onError: (error) => tellFailure(sentenceOf(error)),
  });
  const text = t(isAlert ? "unsubscribe.alert" : "unsubscribe.newsletter");
  return (
    <main className="wrap" id="content">
      {end.isSuccess ? (
        <Notice level={1} icon="mail" title={t("unsubscribe.doneTitle")} text={text}>
          <Link className={buttonClass()} to="/">
            {t("action.continueShopping")}
          </Link>
        </Notice>
      ) : (
        <Notice level={1} icon="mail" title={t("unsubscribe.title")} text={text}>
          <Button busy={end.isPending} onClick={() => end.mutate()}>
            {t("unsubscribe.do")}
          </Button>
        </Notice>
      )}
    </main>
  );
}
