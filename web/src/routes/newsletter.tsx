import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { api, unwrap } from "@/api/client";
import { errorMessage } from "@/api/errors";
import { t } from "@/messages/t";
import { useDocumentTitle } from "@/state/useDocumentTitle";
import { buttonClass } from "@/ui/Button/Button";
import { Alert } from "@/ui/Alert/Alert";
import { Skeleton } from "@/ui/Skeleton/Skeleton";

/** Confirms a newsletter subscription: the page that the confirmation email links to. */
export function Component() {
  useDocumentTitle(t("newsletter.pageTitle"));
  const { token = "" } = useParams();
  // A query, because confirming is idempotent. Mail programs that prefetch links run no scripts, so
  // they confirm nothing.
  const { isPending, error } = useQuery({
    queryKey: ["newsletter", token],
    queryFn: () => unwrap(api.POST("/api/newsletter/confirm", { body: { token } })),
    retry: false,
    staleTime: Infinity,
  });
  return (
    <main className="wrap" id="content">
      {isPending ? (
        <Skeleton height="240px" />
      ) : (
        <Alert
          level={1}
          icon="mail"
          title={t(error ? "newsletter.failedTitle" : "newsletter.confirmedTitle")}
          text={error ? errorMessage(error) : t("newsletter.confirmedText")}
        >
          <Link className={buttonClass()} to="/">
            {t("action.continueShopping")}
          </Link>
        </Alert>
      )}
    </main>
  );
}
