import { useEffect } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { Alert } from "@/ui/Alert/Alert";

/** Shown instead of a page that could not be loaded or rendered. */
export function PageError() {
  const error = useRouteError();
  useEffect(() => {
    if (!isRouteErrorResponse(error)) console.error(error);
  }, [error]);
  useEffect(() => {
    // Retry when the network is back.
    const retry = () => window.location.reload();
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, []);
  return (
    <main className="wrap" id="content">
      <div role="alert">
        <Alert level={1} title={t("error.moduleTitle")} text={t("error.moduleText")}>
          <Button variant="secondary" onClick={() => window.location.reload()}>
            {t("action.tryAgain")}
          </Button>
        </Alert>
      </div>
    </main>
  );
}
