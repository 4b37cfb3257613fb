import { useQuery } from "@tanstack/react-query";
import type { LoaderFunctionArgs } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { waitForData } from "@/api/waitForData";
import { PolicyPage } from "@/features/content/PolicyPage";
import { returnPolicyQuery } from "@/features/content/queries";
import { t } from "@/messages/t";

export function loader({ context }: LoaderFunctionArgs) {
  return waitForData(context.get(queryClientContext).query(returnPolicyQuery));
}

export function Component() {
  return <PolicyPage name={t("policy.returns")} page={useQuery(returnPolicyQuery)} />;
}
