import { useDebouncedValue } from "@mantine/hooks";
import { type QueryKey, useQuery, type UseQueryOptions } from "@tanstack/react-query";
import type { LayoutPreview } from "@/preview/messages";
import { useMemo } from "react";
import { hasCode } from "../../../api/errors";
import { t } from "../../../messages/t";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Panel } from "../../../ui/Panel";
import { StorefrontPreview } from "../../../ui/preview/StorefrontPreview";

const PAUSE_MS = 300;

type Home = NonNullable<LayoutPreview["home"]>;

interface Props<Input, Key extends QueryKey> {
  input: Input;
  /** A home page with what is being edited alone. */
  queryOf: (input: Input) => UseQueryOptions<Home, Error, Home, Key>;
}

/** The storefront's home page with only the slider or section that is being edited, saved or not. */
export function LivePreview<Input, Key extends QueryKey>({ input, queryOf }: Props<Input, Key>) {
  const [shown] = useDebouncedValue(input, PAUSE_MS);
  const query = queryOf(shown);
  const { data, error } = useQuery(query);
  const isIncomplete = query.enabled === false || hasCode(error, "invalid_fields");
  const message = useMemo<LayoutPreview | null>(
    () => (data ? { type: "stallage.preview.layout", home: data } : null),
    [data],
  );
  return (
    <Panel title={t("layout.preview")}>
      {isIncomplete ? (
        <p className="small quiet">{t("sliders.noPreview")}</p>
      ) : (
        <ErrorNote error={error} />
      )}
      <StorefrontPreview label={t("layout.frame")} message={message} />
    </Panel>
  );
}
