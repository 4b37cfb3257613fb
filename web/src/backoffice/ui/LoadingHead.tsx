import { ErrorPanel } from "./ErrorPanel";
import { PageHead } from "./PageHead";
import { SkeletonPage } from "./Skeletons";

interface Props {
  title: string;
  /** Where the back button leads. */
  back: string;
  query: { error: unknown; refetch: () => unknown };
}

/** A page whose record loads, could not be loaded, or does not exist. */
export function LoadingHead({ title, back, query }: Props) {
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
