import { NumberInput, Stack, TagsInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { t, tEnum } from "../../../messages/t";
import { useShop } from "../../../session/session";
import { money } from "../../../ui/Money";
import { choiceFilter, dayFilter, type EditProps, type Filter } from "../../../ui/table/filters";
import { decimalsOf } from "./amounts";
import { choicesQuery } from "./queries";

const STATUSES = ["active", "draft", "archived"] as const;
const STOCKS = ["in_stock", "low", "sold_out", "owed"] as const;

/** A range of prices: `5000..20000` in the minor unit; each side may be open. */
function priceFilter(currency: string): Filter {
  const shown = (amount: string) => money({ amount: Number(amount), currency });
  return {
    key: "price",
    label: t("products.price"),
    describe: (value) => {
      const [min = "", max = ""] = value.split("..");
      if (min === "") return t("products.upTo", { max: shown(max) });
      if (max === "") return t("products.from", { min: shown(min) });
      return t("products.between", { min: shown(min), max: shown(max) });
    },
    edit: (props) => <PriceEdit {...props} decimals={decimalsOf(currency)} />,
  };
}

function PriceEdit({ value, onChange, decimals }: EditProps & { decimals: number }) {
  const unit = 10 ** decimals;
  const typed = (text: string) => (text === "" ? "" : Number(text) / unit);
  const [initialMin = "", initialMax = ""] = value?.split("..") ?? [];
  const [min, setMin] = useState<number | string>(typed(initialMin));
  const [max, setMax] = useState<number | string>(typed(initialMax));
  const minor = (amount: number | string) =>
    amount === "" ? "" : String(Math.round(Number(amount) * unit));
  const finish = () => {
    const next = `${minor(min)}..${minor(max)}`;
    onChange(next === ".." ? null : next);
  };
  const common = {
    min: 0,
    decimalScale: decimals,
    hideControls: true,
    onBlur: finish,
    onKeyDown: ({ key }: { key: string }) => (key === "Enter" ? finish() : undefined),
  };
  return (
    <Stack gap="xs">
      <NumberInput
        {...common}
        label={t("products.min")}
        value={min}
        onChange={setMin}
        data-autofocus
      />
      <NumberInput {...common} label={t("products.max")} value={max} onChange={setMax} />
    </Stack>
  );
}

/** Tags of the shop, or any other. */
function tagFilter(tags: readonly string[]): Filter {
  return {
    key: "tag",
    label: t("products.tag"),
    describe: (value) => value.split(",").join(", "),
    edit: ({ value, onChange }) => (
      <TagsInput
        aria-label={t("products.tag")}
        data={[...tags]}
        value={value ? value.split(",") : []}
        onChange={(values) => onChange(values.length > 0 ? values.join(",") : null)}
        comboboxProps={{ withinPortal: false }}
        data-autofocus
      />
    ),
  };
}

function flag(key: string, label: string, yes: string, no: string): Filter {
  const options = [
    { value: "yes", label: yes },
    { value: "no", label: no },
  ];
  return choiceFilter({ key, label, options });
}

/** The filters of the list. Categories, brands and tags are those of the shop. */
export function useProductFilters(): Filter[] {
  const { currency } = useShop();
  const { data } = useQuery(choicesQuery);
  return useMemo(() => {
    const named = (choices: readonly { id: number; name: string }[] = []) =>
      choices.map(({ id, name }) => ({ value: String(id), label: name }));
    return [
      choiceFilter({
        key: "status",
        label: t("products.status"),
        many: true,
        options: STATUSES.map((value) => ({ value, label: tEnum("products.status", value) })),
      }),
      choiceFilter({
        key: "stock",
        label: t("products.stock"),
        options: STOCKS.map((value) => ({ value, label: tEnum("products.stockState", value) })),
      }),
      choiceFilter({
        key: "category",
        label: t("products.category"),
        many: true,
        options: named(data?.categories),
      }),
      choiceFilter({
        key: "brand",
        label: t("products.brand"),
        many: true,
        options: named(data?.brands),
      }),
      tagFilter(data?.tags ?? []),
      priceFilter(currency),
      flag("onSale", t("products.onSale"), t("products.isOnSale"), t("products.isNotOnSale")),
      flag(
        "withPicture",
        t("products.picture"),
        t("products.hasPicture"),
        t("products.hasNoPicture"),
      ),
      flag(
        "withCategory",
        t("products.inCategory"),
        t("products.hasCategory"),
        t("products.hasNoCategory"),
      ),
      dayFilter({ key: "updated", label: t("products.updated") }),
    ];
  }, [currency, data]);
}
