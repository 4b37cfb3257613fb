import { TextInput } from "@mantine/core";
import { t } from "../../../messages/t";
import { Panel } from "../../../ui/Panel";
import { TargetField } from "./TargetField";

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
        label={t("storefront.newAddress")}
        description={t("storefront.newAddressHelp")}
        value={draft.target}
        onChange={(target) => onChange({ ...draft, target })}
        error={errors["target"]}
        disabled={disabled}
      />
    </Panel>
  );
}
