import { Menu } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api, unwrap, unwrapFile } from "../../../api/client";
import { t } from "../../../messages/t";
import { downloadFile } from "../../../ui/download";
import { toastError } from "../../../ui/toasts";
import type { ListedOrder, OrderFilter, OrderSort } from "./queries";

const SLIPS = "/api/admin/v1/order-documents/packing-slips";
const PICK_LIST = "/api/admin/v1/order-documents/pick-list";
const LABELS = "/api/admin/v1/order-documents/labels";
/** Orders in one document; the server takes no more. */
const MOST = 200;
const PAGE = 100;

const asFile = { parseAs: "blob" } as const;

interface Print {
  key: "slips" | "pick" | "labelsA4" | "labels4x6";
  /** Its address for these numbers, joined with commas. */
  href: (orders: string) => string;
  get: (orders: string) => Promise<{ file: Blob; name: string }>;
}

const labels = (key: Print["key"], format: "a4" | "4x6"): Print => ({
  key,
  href: (orders) => `${LABELS}?orders=${orders}&format=${format}`,
  get: (orders) =>
    unwrapFile(api.GET(LABELS, { params: { query: { orders, format } }, ...asFile })),
});

const PRINTS: readonly Print[] = [
  {
    key: "slips",
    href: (orders) => `${SLIPS}?orders=${orders}`,
    get: (orders) => unwrapFile(api.GET(SLIPS, { params: { query: { orders } }, ...asFile })),
  },
  {
    key: "pick",
    href: (orders) => `${PICK_LIST}?orders=${orders}`,
    get: (orders) => unwrapFile(api.GET(PICK_LIST, { params: { query: { orders } }, ...asFile })),
  },
  labels("labelsA4", "a4"),
  labels("labels4x6", "4x6"),
];

/** All matches of the list, in its order. */
export interface Matches {
  filter: OrderFilter;
  sort: OrderSort | undefined;
  /** Counted up to 10,000. */
  count: number;
}

interface Props {
  rows: readonly ListedOrder[];
  /** Set if all matches are selected. */
  all: Matches | null;
}

/** Packing slips, a pick list and address labels of the selected orders. */
export function PrintItems({ rows, all }: Props) {
  const save = useMutation({
    mutationFn: async ({ print, all }: { print: Print; all: Matches }) => {
      // A tab cannot be opened after waiting for the numbers, so the document is saved.
      const { file, name } = await print.get((await numbersOf(all)).join(","));
      downloadFile(name, file);
    },
    onError: toastError,
  });
  const orders = rows.map(({ orderId }) => orderId).join(",");
  const isTooMany = all !== null && all.count > MOST;
  return (
    <>
      <Menu.Label>
        {isTooMany ? t("orders.printMost", { most: MOST }) : t("orders.print")}
      </Menu.Label>
      {PRINTS.map((print) => {
        const text = t(`orders.print.${print.key}`);
        return all ? (
          <Menu.Item
            key={print.key}
            disabled={isTooMany}
            onClick={() => save.mutate({ print, all })}
          >
            {text}
          </Menu.Item>
        ) : (
          <Menu.Item
            key={print.key}
            component="a"
            href={print.href(orders)}
            target="_blank"
            rel="noopener"
          >
            {text}
          </Menu.Item>
        );
      })}
      <Menu.Divider />
    </>
  );
}

/** The numbers of all matches, up to what one document may have. */
async function numbersOf({ filter, sort }: Matches): Promise<string[]> {
  const numbers: string[] = [];
  let cursor: string | null = null;
  do {
    const query = {
      ...filter,
      limit: PAGE,
      ...(sort ? { sort } : {}),
      ...(cursor ? { cursor } : {}),
    };
    const page: { items: ListedOrder[]; nextCursor: string | null } = await unwrap(
      api.GET("/api/admin/v1/orders", { params: { query } }),
    );
    numbers.push(...page.items.map(({ orderId }) => orderId));
    cursor = page.nextCursor;
  } while (cursor !== null && numbers.length < MOST);
  return numbers.slice(0, MOST);
}
