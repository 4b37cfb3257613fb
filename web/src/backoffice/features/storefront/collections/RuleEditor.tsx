import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../../messages/t";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Panel } from "../../../ui/Panel";
import { type Choices, ConditionRow } from "./ConditionRow";
import { type Draft, newCondition } from "./draft";
import styles from "./collections.module.css";
import { categoryChoicesQuery, ruleChoicesQuery } from "./queries";

const MATCHES = { all: "storefront.matchAll", any: "storefront.matchAny" } as const;
const SORTS = {
  newest: "storefront.sortNewest",
  price: "storefront.sortPrice",
  "-price": "storefront.sortPriceDown",
  discount: "storefront.sortDiscount",
} as const;
const MAX_CONDITIONS = 20;

interface Props {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
  disabled: boolean;
}

function useChoices(): { choices: Choices; error: Error | null } {
  const named = useQuery(ruleChoicesQuery);
  const tree = useQuery(categoryChoicesQuery);
  const nodes = tree.data?.items ?? [];
  const path = (id: number): string => {
    const node = nodes.find((one) => one.id === id);
    if (!node) return "";
    return node.parentId === null ? node.title : `${path(node.parentId)} › ${node.title}`;
  };
  const choices = {
    categories: nodes.map(({ id }) => ({ value: String(id), label: path(id) })),
    brands: named.data?.brands.map(({ id, name }) => ({ value: String(id), label: name })) ?? [],
    attributes: named.data?.attributes.map(({ name, label }) => ({ value: name, label })) ?? [],
    currency: named.data?.currency ?? "USD",
  };
  return { choices, error: named.error ?? tree.error };
}

/** The conditions of a collection, whether all have to be met, and the order of its products. */
export function RuleEditor({ draft, change, disabled }: Props) {
  const { choices, error } = useChoices();
  const { conditions } = draft;
  return (
    <Panel title={t("storefront.rule")}>
      <div className={styles.ruleHead}>
        <Select
          label={t("storefront.match")}
          data={Object.entries(MATCHES).map(([value, label]) => ({ value, label: t(label) }))}
          value={draft.match ?? "all"}
          onChange={(value) => change({ match: value as Draft["match"] })}
          allowDeselect={false}
          disabled={disabled}
        />
        <Select
          label={t("storefront.sort")}
          data={Object.entries(SORTS).map(([value, label]) => ({ value, label: t(label) }))}
          value={draft.sort ?? "newest"}
          onChange={(value) => change({ sort: value as Draft["sort"] })}
          allowDeselect={false}
          disabled={disabled}
        />
      </div>
      <ErrorNote error={error} />
      <ul className={styles.conditions} aria-label={t("storefront.rule")}>
        {conditions.map((condition, index) => (
          <ConditionRow
            key={condition.key}
            condition={condition}
            number={index + 1}
            choices={choices}
            disabled={disabled}
            onChange={(changed) =>
              change({ conditions: conditions.map((one) => (one === condition ? changed : one)) })
            }
            onRemove={
              conditions.length > 1
                ? () => change({ conditions: conditions.filter((one) => one !== condition) })
                : null
            }
          />
        ))}
      </ul>
      {disabled || conditions.length >= MAX_CONDITIONS ? null : (
        <Button
          onClick={() => {
            const key = Math.max(...conditions.map((one) => one.key)) + 1;
            change({ conditions: [...conditions, newCondition(key)] });
          }}
        >
          {t("storefront.addCondition")}
        </Button>
      )}
    </Panel>
  );
}
