import { useQuery } from "@tanstack/react-query";
import { type LoaderFunctionArgs, useParams } from "react-router";
import { isNotFound } from "@/api/errors";
import { queryClientContext } from "@/api/queryClient";
import { cachedFirst, waitForData } from "@/api/waitForData";
import { PolicyPage } from "@/features/content/PolicyPage";
import { pageQuery } from "@/features/content/queries";
import { NotFound } from "@/features/shop/NotFound";
import { useVisitedPageTitle } from "@/state/useVisitedPageTitle";

export function loader({ context, params }: LoaderFunctionArgs) {
  const query = cachedFirst(pageQuery(params["slug"] ?? ""));
  return waitForData(context.get(queryClientContext).query(query));
}

/** A page of the shop's own. */
export function Component() {
  const { slug = "" } = useParams();
  const page = useQuery(pageQuery(slug));
  useVisitedPageTitle(page.data?.title ?? null);
  if (isNotFound(page.error)) return <NotFound />;
  return <PolicyPage name="" page={page} />;
}
