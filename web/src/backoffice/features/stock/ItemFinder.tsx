import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type RefObject, Suspense, useState } from "react";
import { number } from "@/format/number";
import { t } from "../../messages/t";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Icon } from "../../ui/Icon";
import { canScan } from "../../ui/scan/reader";
import { codesOf, itemName } from "./names";
import { findQuery, type StockItem } from "./queries";
import styles from "./stock.module.css";

const Scanner = lazy(() => import("../../ui/scan/Scanner"));

interface Props {
  onChoose: (item: StockItem) => void;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/**
 * Finds an item by title, SKU or barcode. A barcode reader types the code and presses Enter, which takes
 * the first match.
 */
export function ItemFinder({ onChoose, inputRef }: Props) {
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [typed] = useDebouncedValue(text.trim(), 200);
  const [error, setError] = useState<unknown>(null);
  const query = useQuery(findQuery(typed));
  const isReady = typed === text.trim() && query.isSuccess && !query.isPlaceholderData;
  const rows = text.trim() === "" ? [] : (query.data?.items ?? []);
  const choose = (item: StockItem | undefined) => {
    if (!item?.tracked) return;
    onChoose(item);
    setText("");
  };
  const take = async (code: string) => {
    if (code === "") return;
    setError(null);
    try {
      // A reader is faster than the pause after typing.
      const found = await client.query(findQuery(code));
      choose(found.items.find(({ tracked }) => tracked));
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <div>
      <TextInput
        ref={inputRef}
        label={t("stock.findItem")}
        placeholder={t("stock.searchHint")}
        type="search"
        maxLength={100}
        leftSection={<Icon name="barcode" small />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          void take(text.trim());
        }}
      />
      <Camera
        onRead={(code) => {
          setText(code.trim());
          void take(code.trim());
        }}
      />
      <ErrorNote error={text.trim() === "" ? null : (error ?? query.error)} />
      <Matches rows={rows} onChoose={choose} />
      {isReady && text.trim() !== "" && rows.length === 0 ? (
        <p className="quiet small" role="status">
          {t("stock.noItems")}
        </p>
      ) : null}
    </div>
  );
}

/** Scans with the camera of a phone, where the browser reads barcodes. */
function Camera({ onRead }: { onRead: (code: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  if (!canScan()) return null;
  if (!isOpen) {
    return (
      <Button
        className={styles.camera ?? ""}
        leftSection={<Icon name="barcode" small />}
        onClick={() => setOpen(true)}
      >
        {t("stock.camera")}
      </Button>
    );
  }
  return (
    <Suspense>
      <Scanner
        onRead={(code) => {
          setOpen(false);
          onRead(code);
        }}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  );
}

function Matches({
  rows,
  onChoose,
}: {
  rows: readonly StockItem[];
  onChoose: (item: StockItem) => void;
}) {
  if (rows.length === 0) return null;
  return (
    <ul className={styles.found} aria-label={t("stock.matches")}>
      {rows.map((row) => (
        <li key={row.skuId}>
          <button type="button" disabled={!row.tracked} onClick={() => onChoose(row)}>
            <span>{itemName(row)}</span>
            <span className="quiet small">
              {row.tracked
                ? [
                    codesOf(row),
                    t("stock.onHandUnits", { count: row.onHand, shown: number(row.onHand) }),
                  ]
                    .filter(Boolean)
                    .join(" · ")
                : t("stock.untracked")}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
