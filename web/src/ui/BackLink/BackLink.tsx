import { Link, useNavigate } from "react-router";
import { type PlainKey, t } from "@/messages/t";
import { type VisitedPage, usePreviousPage } from "@/state/visitedPages";
import { Icon } from "../Icon/Icon";
import styles from "./BackLink.module.css";

/** Page names by route name, for pages without a title of their own. */
const PAGE_NAMES: Readonly<Partial<Record<string, PlainKey>>> = {
  home: "frame.home",
  search: "back.search",
  collections: "collections.title",
  blogs: "blogs.title",
  cart: "cart.title",
  wishlist: "wishlist.title",
  wallet: "account.wallet",
  orders: "account.orders",
  recentlyViewed: "account.recentlyViewed",
  supportTicket: "support.title",
};

function nameOf({ name, title }: VisitedPage): string | null {
  if (title !== null) return title;
  const key = PAGE_NAMES[name];
  return key === undefined ? null : t(key);
}

interface Props {
  /** Target if there is no previous page. Without it, nothing is rendered then. */
  parent?: { to: string; text: string };
  /** Names of routes that it never leads back to. */
  except?: readonly string[];
}

/** "Back to …" the previous page. Like the browser's Back, it keeps scroll position and filters. */
export function BackLink({ parent, except = ["login", "checkout"] }: Props) {
  const navigate = useNavigate();
  const previous = usePreviousPage();
  const page = previous && !except.includes(previous.name) ? previous : null;
  const name = page && nameOf(page);
  const content = (text: string) => (
    <>
      <Icon name="left" />
      {text}
    </>
  );
  if (page && name !== null) {
    return (
      <Link
        className={styles["back"]}
        to={page.path}
        onClick={(event) => {
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          void navigate(-1);
        }}
      >
        {content(t("back.to", { place: name }))}
      </Link>
    );
  }
  return parent ? (
    <Link className={styles["back"]} to={parent.to}>
      {content(parent.text)}
    </Link>
  ) : null;
}
