import type { CartItem } from "@/api/types";
import lineStyles from "@/features/cart/CartLines.module.css";
import styles from "./PlainForms.module.css";
import { isBlocked, subtotalOf } from "@/features/cart/shownLines";
import totalStyles from "@/features/cart/CartTotal.module.css";
import { exact, price } from "@/format/money";
import { t } from "@/messages/t";
import pageStyles from "@/routes/cart.module.css";
import { Alert } from "@/ui/Alert/Alert";
import { Button, buttonClass } from "@/ui/Button/Button";
import { Picture } from "@/ui/Picture/Picture";

interface Props {
  lines: readonly CartItem[];
  /** Why the cart was not changed; empty if nothing is wrong. */
  message: string;
}

/** The cart, with a form for each line. */
export function CartPage({ lines, message }: Props) {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <main className="wrap" id="content">
      <header className={pageStyles["head"]}>
        <h1>{t("cart.title")}</h1>
        {count > 0 && <span>{t("cart.count", { count })}</span>}
      </header>
      {message !== "" && (
        <p className={styles["message"]} role="alert">
          {message}
        </p>
      )}
      {lines.length === 0 ? (
        <Alert icon="cart" title={t("cart.emptyTitle")} text={t("cart.emptyText")}>
          <a className={buttonClass()} href="/">
            {t("action.continueShopping")}
          </a>
        </Alert>
      ) : (
        <div className={pageStyles["columns"]}>
          <ul className={lineStyles["lines"]} aria-label={t("cart.lines")}>
            {lines.map((line) => (
              <Line key={line.skuId} line={line} />
            ))}
          </ul>
          <Total lines={lines} />
        </div>
      )}
      <p className={styles["foot"]}>
        <a className={styles["link"]} href="/cart">
          {t("noScript.fullCart")}
        </a>
      </p>
    </main>
  );
}

function Line({ line }: { line: CartItem }) {
  const { title, slug, quantity, options, maxQuantity } = line;
  return (
    <li className={lineStyles["line"]} data-problem={isBlocked(line) || undefined}>
      <Picture picture={line.image} alt="" sizes="96px" className={lineStyles["picture"]} />
      <div className={lineStyles["text"]}>
        <div className={lineStyles["top"]}>
          <a className={lineStyles["name"]} href={`/products/${encodeURIComponent(slug)}`}>
            {title}
          </a>
          <span className={lineStyles["total"]}>{exact(line.lineTotal)}</span>
        </div>
        {options.length > 0 && (
          <span className={lineStyles["options"]}>
            {options.map(({ name, value }) => `${name}: ${value}`).join(" · ")}
          </span>
        )}
        {quantity > 1 && (
          <span className={lineStyles["options"]}>
            {t("cart.each", { price: price(line.price) })}
          </span>
        )}
        {isBlocked(line) && (
          <p className={lineStyles["problem"]} role="alert">
            {line.message ?? t("cart.limit", { max: maxQuantity })}
          </p>
        )}
        <LineForm line={line} />
      </div>
    </li>
  );
}

function LineForm({ line: { title, skuId, quantity, maxQuantity, problem } }: { line: CartItem }) {
  return (
    <form className={lineStyles["actions"]} method="post" action="/no-script/cart">
      <input type="hidden" name="sku" value={skuId} />
      {problem !== "unavailable" && problem !== "out_of_stock" && (
        <>
          <input
            className={styles["quantity"]}
            type="number"
            name="quantity"
            aria-label={t("cart.quantityOf", { title })}
            min={0}
            max={Math.max(maxQuantity, quantity)}
            defaultValue={quantity}
          />
          <Button type="submit" variant="secondary" aria-label={t("noScript.updateOf", { title })}>
            {t("noScript.update")}
          </Button>
        </>
      )}
      <button
        type="submit"
        name="remove"
        value="1"
        className={lineStyles["action"]}
        aria-label={t("cart.removeOf", { title })}
      >
        {t("cart.remove")}
      </button>
    </form>
  );
}

function Total({ lines }: Pick<Props, "lines">) {
  const subtotal = subtotalOf(lines.map((line) => ({ ...line, pending: false })));
  const blocked = lines.filter(isBlocked).length;
  return (
    <aside className={pageStyles["side"]}>
      <div className={totalStyles["total"]}>
        {subtotal && (
          <p className={totalStyles["row"]}>
            <span>{t("cart.subtotal")}</span>
            <b>{exact(subtotal)}</b>
          </p>
        )}
        <p className={totalStyles["note"]}>{t("cart.later")}</p>
        {blocked > 0 ? (
          <p className={totalStyles["problem"]}>{t("cart.problems", { count: blocked })}</p>
        ) : (
          <a className={buttonClass("primary", true)} href="/no-script/checkout">
            {t("cart.checkout")}
          </a>
        )}
      </div>
    </aside>
  );
}
