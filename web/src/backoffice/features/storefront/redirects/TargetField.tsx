import { Autocomplete } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { redirectTargetsQuery } from "./queries";

const PAUSE_MS = 200;
const KINDS = {
  product: "storefront.kindProduct",
  category: "storefront.kindCategory",
  collection: "storefront.kindCollection",
  page: "storefront.kindPage",
  blog: "storefront.kindBlog",
} as const;

interface Props {
  label: string;
  description: string;
  value: string;
  onChange: (target: string) => void;
  error: string | undefined;
  disabled: boolean;
  /** Whether a dialog that opens with it puts the focus here. */
  focusAtStart?: boolean;
}

/** The page that something leads to: chosen by title, or entered as a path. */
export function TargetField({
  label,
  description,
  value,
  onChange,
  error,
  disabled,
  focusAtStart = false,
}: Props) {
  const isPath = value.startsWith("/");
  const [searched] = useDebouncedValue(isPath ? "" : value.trim(), PAUSE_MS);
  const canSearch = useOperator().can("content.read");
  const query = useQuery({ ...redirectTargetsQuery(searched), enabled: canSearch && !disabled });
  const found = new Map(query.data?.items.map((one) => [one.path, one]));
  return (
    <Autocomplete
      label={label}
      description={description}
      value={value}
      onChange={onChange}
      data={isPath ? [] : [...found.keys()]}
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const page = found.get(option.value);
        return page ? (
          <div>
            <div>{page.title}</div>
            <div className="quiet small">
              {t("storefront.targetOption", { kind: t(KINDS[page.kind]), path: page.path })}
            </div>
          </div>
        ) : (
          option.value
        );
      }}
      error={error}
      disabled={disabled}
      maxLength={500}
      data-autofocus={focusAtStart || undefined}
    />
  );
}
