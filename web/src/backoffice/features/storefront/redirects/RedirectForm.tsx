import { Autocomplete, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../../messages/t";
import { Panel } from "../../../ui/Panel";
import { redirectTargetsQuery } from "./queries";

const PAUSE_MS = 200;
const KINDS = {
  product: "storefront.kindProduct",
  category: "storefront.kindCategory",
  collection: "storefront.kindCollection",
  page: "storefront.kindPage",
  blog: "storefront.kindBlog",
} as const;

export interface RedirectDraft {
  path: string;
  target: string;
}

interface Props {
  draft: RedirectDraft;
  onChange: (draft: RedirectDraft) => void;
  errors: Record<string, string>;
  disabled: boolean;
}

/** The old address, and the new one: chosen by title, or entered as a path. */
export function RedirectForm({ draft, onChange, errors, disabled }: Props) {
  return (
    <Panel>
      <TextInput
        label={t("storefront.oldAddress")}
        description={t("storefront.oldAddressHelp")}
        placeholder={t("storefront.oldAddressExample")}
        value={draft.path}
        onChange={({ currentTarget }) => onChange({ ...draft, path: currentTarget.value })}
        error={errors["path"]}
        disabled={disabled}
      />
      <TargetField
        value={draft.target}
        onChange={(target) => onChange({ ...draft, target })}
        error={errors["target"]}
        disabled={disabled}
      />
    </Panel>
  );
}

interface TargetProps {
  value: string;
  onChange: (target: string) => void;
  error: string | undefined;
  disabled: boolean;
}

function TargetField({ value, onChange, error, disabled }: TargetProps) {
  const words = value.startsWith("/") ? "" : value.trim();
  const [searched] = useDebouncedValue(words, PAUSE_MS);
  const query = useQuery({ ...redirectTargetsQuery(searched), enabled: !disabled });
  const found = new Map(query.data?.items.map((one) => [one.path, one]));
  return (
    <Autocomplete
      label={t("storefront.newAddress")}
      description={t("storefront.newAddressHelp")}
      value={value}
      onChange={onChange}
      data={[...found.keys()]}
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
    />
  );
}
