import { Link, useNavigate } from "react-router";
import { type PlainKey, t } from "@/messages/t";
import { type Place, usePlaceBefore } from "@/state/trail";
import { Icon } from "../Icon/Icon";
import styles from "./BackLink.module.css";

/** What a screen is called by its route's name; one that has a title of its own is called by that. */
const NAMES: Readonly<Partial<Record<string, PlainKey>>> = {
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

function nameOf({ name, title }: Place): string | null {
  if (title !== null) return title;
  const key = NAMES[name];
  return key === undefined ? null : t(key);
}

interface Props {
  /** Where to without a screen before this one; nothing is shown where there is none. */
  parent?: { to: string; text: string };
  /** Names of routes that it does not lead back to. */
  except?: readonly string[];
}

/** "Back to …", by the name of the screen before; like the browser's Back it keeps place and filters. */
export function BackLink({ parent, except = ["login", "checkout"] }: Props) {
  const navigate = useNavigate();
  const before = usePlaceBefore();
  const place = before && !except.includes(before.name) ? before : null;
  const name = place && nameOf(place);
  const content = (text: string) => (
    <>
      <Icon name="left" />
      {text}
    </>
  );
  if (place && name !== null) {
    return (
      <Link
        className={styles["back"]}
        to={place.path}
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
