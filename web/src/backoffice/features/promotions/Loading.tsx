import { ErrorPanel } from "../../ui/ErrorPanel";
import { PageHead } from "../../ui/PageHead";
import { SkeletonPage } from "../../ui/Skeletons";

interface Props {
  title: string;
  back: string;
  query: { error: unknown; refetch: () => unknown };
}

/** A record that loads, or could not be loaded. */
export function Loading({ title, back, query }: Props) {
  return (
    <>
      <PageHead title={title} back={back} />
      {query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonPage />
      )}
    </>
  );
}
