import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { SkeletonText } from "../../ui/Skeletons";

interface Props<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/** A step once what it shows is loaded. */
export function Loaded<Data>({ query, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return <ErrorPanel plain error={query.error} onRetry={() => void query.refetch()} />;
  }
  return <SkeletonText lines={6} />;
}
