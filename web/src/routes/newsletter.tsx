import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { api, ask } from "@/api/client";
import { sentenceOf } from "@/api/errors";
import { t } from "@/messages/t";
import { useTitle } from "@/state/useTitle";
import { buttonClass } from "@/ui/Button/Button";
import { Notice } from "@/ui/Notice/Notice";
import { Skeleton } from "@/ui/Skeleton/Skeleton";

/** Where the letter leads that asks: whoever comes here owns the address. */
export function Component() {
  useTitle(t("newsletter.pageTitle"));
  const { token = "" } = useParams();
  // Confirming twice is once, so it may be asked like a query; a mail program that looks ahead runs
  // no script and confirms nothing.
  const { isPending, error } = useQuery({
    queryKey: ["newsletter", token],
    queryFn: () => ask(api.POST("/api/newsletter/confirm", { body: { token } })),
    retry: false,
    staleTime: Infinity,
  });
  return (
    <main className="wrap" id="content">
      {isPending ? (
        <Skeleton height="240px" />
      ) : (
        <Notice
          level={1}
          icon="mail"
          title={t(error ? "newsletter.failedTitle" : "newsletter.confirmedTitle")}
          text={error ? sentenceOf(error) : t("newsletter.confirmedText")}
        >
          <Link className={buttonClass()} to="/">
            {t("action.continueShopping")}
          </Link>
        </Notice>
      )}
    </main>
  );
}
