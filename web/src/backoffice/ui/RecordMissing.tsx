import { Button } from "@mantine/core";
import { useContext } from "react";
import {
  Link,
  matchRoutes,
  UNSAFE_DataRouterContext as DataRouterContext,
  useLocation,
} from "react-router";
import { t } from "../messages/t";
import { Empty } from "./Empty";

/** The nearest page above this address that is not a record itself. */
function useParentPath(): string {
  const context = useContext(DataRouterContext);
  const { pathname } = useLocation();
  const parts = pathname.split("/").filter((part) => part !== "");
  while (parts.pop() !== undefined && parts.length > 0) {
    const path = `/${parts.join("/")}`;
    const found = matchRoutes(context?.router.routes ?? [], path)?.at(-1);
    if (found && Object.values(found.params).every((value) => value === undefined)) return path;
  }
  return "/";
}

/** Stands in for a record that does not exist, with a way back. */
export function RecordMissing() {
  const parent = useParentPath();
  return (
    <div role="alert">
      <Empty
        text={t("ui.recordMissing")}
        action={
          <Button component={Link} to={parent}>
            {t("ui.recordMissingBack")}
          </Button>
        }
      />
    </div>
  );
}
