import { useMutation } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { api, unwrap } from "@/api/client";
import { errorMessage } from "@/api/errors";
import { t } from "@/messages/t";
import { showErrorToast } from "@/state/toasts";
import { useDocumentTitle } from "@/state/useDocumentTitle";
import { Button, buttonClass } from "@/ui/Button/Button";
import { Alert } from "@/ui/Alert/Alert";

/** Ends an alert or the newsletter without signing in: the page that emails link to. */
export function Component() {
  useDocumentTitle(t("unsubscribe.title"));
  const { kind, token = "" } = useParams();
  const isAlert = kind === "alert";
  const unsubscribe = useMutation({
    mutationFn: () =>
      isAlert
        ? unwrap(api.POST("/unsubscribe/alert/{token}", { params: { path: { token } } }))
        : unwrap(api.POST("/unsubscribe/newsletter/{token}", { params: { path: { token } } })),
    onError: (error) => showErrorToast(errorMessage(error)),
  });
  const text = t(isAlert ? "unsubscribe.alert" : "unsubscribe.newsletter");
  return (
    <main className="wrap" id="content">
      {unsubscribe.isSuccess ? (
        <Alert level={1} icon="mail" title={t("unsubscribe.doneTitle")} text={text}>
          <Link className={buttonClass()} to="/">
            {t("action.continueShopping")}
          </Link>
        </Alert>
      ) : (
        <Alert level={1} icon="mail" title={t("unsubscribe.title")} text={text}>
          <Button busy={unsubscribe.isPending} onClick={() => unsubscribe.mutate()}>
            {t("unsubscribe.do")}
          </Button>
        </Alert>
      )}
    </main>
  );
}
