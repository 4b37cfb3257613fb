import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { sentenceOf } from "@/api/errors";
import "@/messages/later/notifications";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { tell, tellFailure } from "@/state/toasts";
import { Checkbox } from "@/ui/Form/Checkbox";
import { FailureNotice } from "@/ui/Notice/Notice";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { subscriptionQuery, useSetSubscribed } from "./queries";

/** The newsletter for the customer's own address, on or off. */
export function Newsletter() {
  const { data, error, refetch } = useQuery(subscriptionQuery(useAppState(visitorOf)));
  const change = useSetSubscribed();
  if (!data) {
    return error ? (
      <FailureNotice error={error} retry={() => void refetch()} />
    ) : (
      <Skeleton height="56px" />
    );
  }
  if (data.email === null) {
    return (
      <p>
        {t("newsletter.ownNoEmail")}{" "}
        <Link to="/user-profile/profile">{t("newsletter.toProfile")}</Link>
      </p>
    );
  }
  const wanted = change.isPending ? change.variables : data.isSubscribed;
  return (
    <Checkbox
      label={t("newsletter.own")}
      checked={wanted}
      disabled={change.isPending}
      onChange={(isSubscribed) =>
        change.mutate(isSubscribed, {
          onSuccess: () => tell(t(isSubscribed ? "newsletter.on" : "newsletter.off")),
          onError: (failure) => tellFailure(sentenceOf(failure)),
        })
      }
    >
      {t("newsletter.ownText", { email: data.email })}
    </Checkbox>
  );
}
