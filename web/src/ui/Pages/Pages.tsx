import { Link } from "react-router";
import { t } from "@/messages/t";
import { Icon } from "../Icon/Icon";
import styles from "./Pages.module.css";
import { pagesShown } from "./pagesShown";

interface Props {
  page: number;
  pageSize: number;
  total: number;
  linkTo: (page: number) => string;
}

/** The way through a list's pages, as links, so that each has an address of its own. */
export function Pages({ page, pageSize, total, linkTo }: Props) {
  const pages = Math.ceil(total / pageSize);
  if (pages < 2) return null;
  return (
    <nav className={styles["pages"]} aria-label={t("list.pages")}>
      {page > 1 && (
        <Link to={linkTo(Math.min(page - 1, pages))} rel="prev" aria-label={t("action.previous")}>
          <Icon name="left" />
        </Link>
      )}
      {pagesShown(page, pages).map((shown, index) =>
        shown === null ? (
          <span key={`gap ${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={shown}
            to={linkTo(shown)}
            aria-label={t("list.page", { page: shown })}
            aria-current={shown === page ? "page" : undefined}
          >
            {shown}
          </Link>
        ),
      )}
      {page < pages && (
        <Link to={linkTo(page + 1)} rel="next" aria-label={t("action.next")}>
          <Icon name="right" />
        </Link>
      )}
    </nav>
  );
}
