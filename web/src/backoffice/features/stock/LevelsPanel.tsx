import { ActionIcon, NumberInput, Select } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { number } from "@/format/number";
import { t } from "../../messages/t";
import { cx } from "../../ui/cx";
import { Icon } from "../../ui/Icon";
import { Panel } from "../../ui/Panel";
import type { Units } from "./lowLevels";
import type { LowLevelChoices, LowLevels } from "./queries";
import styles from "./stock.module.css";
import type { useLowLevels, useShopLevel } from "./useLowLevels";

const MOST = 1_000_000;
/** Suggestions at a time; typing narrows them down. */
const SUGGESTIONS = 50;

interface Props {
  form: ReturnType<typeof useLowLevels>;
  names: ReadonlyMap<number, string>;
  choices: LowLevelChoices;
  shop: ReturnType<typeof useShopLevel>;
  canEdit: boolean;
  errors: Readonly<Record<string, string | undefined>>;
}

/** The level of the shop, of categories, and how many items have their own. */
export function LevelsPanel(props: Props) {
  const { form, choices, shop, canEdit, errors } = props;
  const { based, draft, stored, change } = form;
  return (
    <Panel title={t("stock.levels")}>
      <ul className={styles.lines}>
        <Level
          name={t("stock.shopLevel")}
          lowAt={draft.shop}
          use={usesText(draft.shop === stored.shop ? based.shop : undefined)}
          help={canEdit && shop.why ? shop.why : t("stock.shopLevelHelp")}
          error={errors["shop"]}
          {...(canEdit && shop.mayChange ? { onChange: (lowAt) => change({ shop: lowAt }) } : {})}
        />
        <CategoryLevels {...props} />
        <OwnLevels own={based.own} />
      </ul>
      {errors["categories"] ? <p className="bad small">{errors["categories"]}</p> : null}
      {canEdit ? (
        <Select
          mt="md"
          label={t("stock.addCategoryLevel")}
          description={t("stock.addCategoryHelp")}
          data={choices.categories
            .filter(({ id }) => !(id in draft.categories))
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          limit={SUGGESTIONS}
          searchable
          nothingFoundMessage={t("stock.noCategory")}
          value={null}
          onChange={(id) =>
            id === null
              ? undefined
              : change({ categories: { ...draft.categories, [id]: draft.shop } })
          }
        />
      ) : null}
    </Panel>
  );
}

function CategoryLevels({ form, names, canEdit, errors }: Props) {
  const { based, draft, stored, change } = form;
  const uses = new Map(based.categories.map((one) => [one.categoryId, one]));
  const nameOf = (id: number) => names.get(id) ?? `#${id}`;
  const set = (id: number, lowAt: Units) =>
    change({ categories: { ...draft.categories, [id]: lowAt } });
  const remove = (id: number) =>
    change({
      categories: Object.fromEntries(
        Object.entries(draft.categories).filter(([one]) => Number(one) !== id),
      ),
    });
  return Object.keys(draft.categories)
    .map(Number)
    .sort((one, other) => nameOf(one).localeCompare(nameOf(other)))
    .map((id) => (
      <Level
        key={id}
        name={nameOf(id)}
        lowAt={draft.categories[id] ?? ""}
        use={usesText(draft.categories[id] === stored.categories[id] ? uses.get(id) : undefined)}
        error={errors[`category-${id}`]}
        {...(canEdit
          ? { onChange: (lowAt: Units) => set(id, lowAt), onRemove: () => remove(id) }
          : {})}
      />
    ));
}

function OwnLevels({ own }: { own: LowLevels["own"] }) {
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <span className="strong">{t("stock.ownLevels", { count: own.products })}</span>
        <div className="quiet small">
          {own.products > 0 ? usesText(own) : t("stock.ownLevelsHelp")}
        </div>
      </div>
      {own.products > 0 ? (
        <Link className="link" to="/stock?show=own_level">
          {t("stock.showThem")}
        </Link>
      ) : null}
    </li>
  );
}

function usesText(use: { items: number; low: number } | undefined): string {
  if (!use) return t("stock.levelUnused");
  return t("stock.levelUses", {
    count: use.items,
    items: number(use.items),
    low: number(use.low),
  });
}

interface LevelProps {
  name: string;
  lowAt: Units;
  use: string;
  help?: ReactNode;
  error: string | undefined;
  onChange?: (lowAt: Units) => void;
  onRemove?: () => void;
}

function Level({ name, lowAt, use, help, error, onChange, onRemove }: LevelProps) {
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <span className="strong">{name}</span>
        <div className="quiet small">{use}</div>
        {help ? <div className="quiet small">{help}</div> : null}
        {error ? (
          <div className="bad small" role="alert">
            {error}
          </div>
        ) : null}
      </div>
      {onChange ? (
        <NumberInput
          className={cx(styles.quantity, onRemove ? undefined : styles.alone)}
          aria-label={t("stock.levelOfName", { name })}
          min={0}
          max={MOST}
          clampBehavior="strict"
          allowDecimal={false}
          value={lowAt}
          onChange={(value) => onChange(value === "" ? "" : Number(value))}
          error={error !== undefined}
        />
      ) : (
        <span className={styles.figures}>{lowAt}</span>
      )}
      {onRemove ? (
        <ActionIcon aria-label={t("stock.removeLevel", { name })} onClick={onRemove}>
          <Icon name="close" small />
        </ActionIcon>
      ) : null}
    </li>
  );
}
