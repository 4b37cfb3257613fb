import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { Empty } from "../../ui/Empty";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { SkeletonRows } from "../../ui/Skeletons";
import { HeldEmailPanel } from "./HeldEmailPanel";

/** Emails whose sender is not the customer, or that answer no known ticket. */
export default function HeldEmailsPage() {
  const query = useQuery({
    queryKey: ["inbox", "held"],
    queryFn: () => unwrap(api.GET("/api/admin/v1/support/held-emails")),
  });
  return (
    <Page>
      <PageHead title={t("support.heldPage")} back="/support" />
      {query.isPending ? <SkeletonRows rows={3} height={120} /> : null}
      {query.isError ? (
        <ErrorPanel
          error={query.error}
          title={t("support.heldFailed")}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {query.data?.length === 0 ? <Empty text={t("support.heldEmpty")} /> : null}
      {query.data?.map((email) => (
        <HeldEmailPanel key={email.id} email={email} />
      ))}
    </Page>
  );
}
