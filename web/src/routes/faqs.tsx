import type { LoaderFunctionArgs } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { waitForData } from "@/api/waitForData";
import { FaqsPage } from "@/features/content/FaqsPage";
import { faqsQuery } from "@/features/content/queries";

export function loader({ context }: LoaderFunctionArgs) {
  return waitForData(context.get(queryClientContext).query(faqsQuery));
}

export const Component = FaqsPage;
