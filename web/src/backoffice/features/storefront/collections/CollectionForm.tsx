import { Radio, Stack, Textarea, TextInput } from "@mantine/core";
import { t } from "../../../messages/t";
import { DetailColumns, Panel } from "../../../ui/Panel";
import { PictureField } from "../../../ui/pictures/PictureField";
import { AddressFields } from "../AddressFields";
import type { Draft } from "./draft";
import { HandPicker } from "./HandPicker";
import { RuleEditor } from "./RuleEditor";
import { RulePreview } from "./RulePreview";

interface Props {
  draft: Draft;
  onChange: (draft: Draft) => void;
  errors: Record<string, string>;
  disabled: boolean;
  /** It has no address yet. */
  isNew?: boolean;
}

interface PartProps {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
  errors: Record<string, string>;
  disabled: boolean;
  isNew: boolean;
}

/** Everything of a collection: texts, how it is filled, its products, search engines. */
export function CollectionForm({ draft, onChange, errors, disabled, isNew = false }: Props) {
  const change = (changed: Partial<Draft>) => onChange({ ...draft, ...changed });
  const part = { draft, change, errors, disabled, isNew };
  return (
    <DetailColumns
      main={
        <>
          <About {...part} />
          <Filled {...part} />
          {draft.byRule ? (
            <>
              <RuleEditor draft={draft} change={change} disabled={disabled} />
              <RulePreview draft={draft} />
            </>
          ) : (
            <Panel title={t("storefront.productList")}>
              <HandPicker
                products={draft.products}
                onChange={(products) => change({ products })}
                disabled={disabled}
              />
            </Panel>
          )}
        </>
      }
      aside={
        <>
          <Panel>
            <PictureField
              label={t("storefront.collectionPicture")}
              value={draft.image}
              onChange={(image) => change({ image })}
              error={errors["image"]}
              disabled={disabled}
            />
          </Panel>
          <SearchEngines {...part} />
        </>
      }
    />
  );
}

function About({ draft, change, errors, disabled }: PartProps) {
  return (
    <Panel title={t("storefront.about")}>
      <Stack gap="md">
        <TextInput
          label={t("storefront.collectionTitle")}
          value={draft.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
          error={errors["title"]}
          disabled={disabled}
        />
        <Textarea
          label={t("storefront.description")}
          value={draft.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
          error={errors["description"]}
          disabled={disabled}
          autosize
          minRows={2}
        />
      </Stack>
    </Panel>
  );
}

function Filled({ draft, change, disabled }: PartProps) {
  return (
    <Panel title={t("storefront.kind")}>
      <Radio.Group
        aria-label={t("storefront.kind")}
        value={draft.byRule ? "rule" : "hand"}
        onChange={(kind) => change({ byRule: kind === "rule" })}
      >
        <Stack gap="xs">
          <Radio
            value="hand"
            label={t("storefront.byHand")}
            description={t("storefront.byHandHelp")}
            disabled={disabled}
          />
          <Radio
            value="rule"
            label={t("storefront.byRule")}
            description={t("storefront.byRuleHelp")}
            disabled={disabled}
          />
        </Stack>
      </Radio.Group>
    </Panel>
  );
}

function SearchEngines({ draft, change, errors, disabled, isNew }: PartProps) {
  return (
    <Panel title={t("storefront.searchEngines")}>
      <Stack gap="md">
        <AddressFields
          values={draft}
          onChange={change}
          errors={errors}
          disabled={disabled}
          isNew={isNew}
        />
      </Stack>
    </Panel>
  );
}
