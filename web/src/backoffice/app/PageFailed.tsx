import { Button } from "@mantine/core";
import { Link, useRouteError } from "react-router";
import { t } from "../messages/t";
import { Empty } from "../ui/Empty";
import { ErrorPanel } from "../ui/ErrorPanel";
import { Page } from "../ui/Page";
import { PageHead } from "../ui/PageHead";

/** Stands in for a page whose code could not be loaded or failed. */
export function PageFailed() {
  const error = useRouteError();
  console.error(error);
  return (
    <Page>
      <ErrorPanel
        error={error}
        title={t("frame.pageFailed")}
        onRetry={() => window.location.reload()}
      />
    </Page>
  );
}

export function NotFound() {
  return (
    <Page>
      <PageHead title={t("frame.notFoundTitle")} />
      <Empty
        text={t("frame.notFound")}
        action={
          <Button component={Link} to="/">
            {t("frame.toToday")}
          </Button>
        }
      />
    </Page>
  );
}
