import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { errorMessage } from "@/api/errors";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { showToast, showErrorToast } from "@/state/toasts";
import { Checkbox } from "@/ui/Form/Checkbox";
import { ErrorAlert } from "@/ui/Alert/Alert";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { subscriptionQuery, useSetSubscribed } from "./queries";

/** Subscribes the customer's email address to the newsletter, or unsubscribes it. */
export function NewsletterPreference() {
  const { data, error, refetch } = useQuery(subscriptionQuery(useAppState(visitorOf)));
  const change = useSetSubscribed();
  if (!data) {
    return error ? (
      <ErrorAlert error={error} retry={() => void refetch()} />
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
  const isSubscribed = change.isPending ? change.variables : data.isSubscribed;
  return (
    <Checkbox
      label={t("newsletter.own")}
      checked={isSubscribed}
      disabled={change.isPending}
      onChange={(checked) =>
        change.mutate(checked, {
          onSuccess: () => showToast(t(checked ? "newsletter.on" : "newsletter.off")),
          onError: (failure) => showErrorToast(errorMessage(failure)),
        })
      }
    >
      {t("newsletter.ownText", { email: data.email })}
    </Checkbox>
  );
}
