import { useQuery } from "@tanstack/react-query";
import type { LoaderFunctionArgs } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { settle } from "@/api/settle";
import { PolicyPage } from "@/features/content/PolicyPage";
import { returnPolicyQuery } from "@/features/content/queries";
import { t } from "@/messages/t";

export function loader({ context }: LoaderFunctionArgs) {
  return settle(context.get(queryClientContext).query(returnPolicyQuery));
}

export function Component() {
  return <PolicyPage name={t("policy.returns")} page={useQuery(returnPolicyQuery)} />;
}
