import { useEffect } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { Notice } from "@/ui/Notice/Notice";

/** What stands in the place of a screen that could not be loaded or drawn. */
export function PageFailure() {
  const error = useRouteError();
  useEffect(() => {
    if (!isRouteErrorResponse(error)) console.error(error);
  }, [error]);
  useEffect(() => {
    // What failed for want of a network is tried again as soon as there is one.
    const retry = () => window.location.reload();
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, []);
  return (
    <main className="wrap" id="content">
      <div role="alert">
        <Notice level={1} title={t("error.moduleTitle")} text={t("error.moduleText")}>
          <Button look="plain" onClick={() => window.location.reload()}>
            {t("action.tryAgain")}
          </Button>
        </Notice>
      </div>
    </main>
  );
}
