import type { LoaderFunctionArgs } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { settle } from "@/api/settle";
import { FaqsPage } from "@/features/content/FaqsPage";
import { faqsQuery } from "@/features/content/queries";

export function loader({ context }: LoaderFunctionArgs) {
  return settle(context.get(queryClientContext).query(faqsQuery));
}

export const Component = FaqsPage;
