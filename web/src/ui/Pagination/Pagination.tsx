import { Link } from "react-router";
import { t } from "@/messages/t";
import { Icon } from "../Icon/Icon";
import styles from "./Pagination.module.css";
import { pageNumbers } from "./pageNumbers";

interface Props {
  page: number;
  pageSize: number;
  total: number;
  linkTo: (page: number) => string;
}

/** Links to the pages of a list. */
export function Pagination({ page, pageSize, total, linkTo }: Props) {
  const pages = Math.ceil(total / pageSize);
  if (pages < 2) return null;
  return (
    <nav className={styles["pagination"]} aria-label={t("list.pages")}>
      {page > 1 && (
        <Link to={linkTo(Math.min(page - 1, pages))} rel="prev" aria-label={t("action.previous")}>
          <Icon name="left" />
        </Link>
      )}
      {pageNumbers(page, pages).map((shown, index) =>
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
