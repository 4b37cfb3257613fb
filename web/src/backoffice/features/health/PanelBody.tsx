import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { t } from "../../messages/t";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { SkeletonRows } from "../../ui/Skeletons";

interface Props<T> {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}

/** What a panel shows while it loads, if it fails, and once it has data. */
export function PanelBody<T>({ query, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <ErrorPanel
        plain
        error={query.error}
        title={t("health.failed")}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <SkeletonRows rows={3} />;
}
