import { useQuery } from "@tanstack/react-query";
import { type PointerEvent, Suspense, useCallback, useEffect, useRef } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { categoryLink } from "@/features/catalog/links";
import { categoriesQuery } from "@/features/catalog/queries";
import { t } from "@/messages/t";
import { cx } from "@/ui/cx";
import { Icon } from "@/ui/Icon/Icon";
import { lazyPart } from "../lazyPart";
import styles from "./CategoryMenu.module.css";
import { useHoverIntent } from "./useHoverIntent";

const CategoryPanel = lazyPart(async () => (await import("./CategoryPanel")).CategoryPanel);

/** As many as a header holds; all of them are on the collections page. */
const SHOWN = 6;

const byMouse = (act: () => void) => (event: PointerEvent) => {
  if (event.pointerType === "mouse") act();
};

/** Categories that are not `known` yet leave their place empty: beside a name still to come they move. */
export function CategoryMenu({ known }: { known: boolean }) {
  const { data = [] } = useQuery(categoriesQuery);
  const categories = known ? data : [];
  const { open, show, rest, leave, stay } = useHoverIntent<string>();
  const nav = useRef<HTMLElement>(null);
  const { key } = useLocation();
  // A menu that was used to go somewhere has done its work.
  const closing = useRef(show);
  const close = useCallback(() => closing.current(null), []);
  useEffect(close, [key, close]);

  const shown = categories.slice(0, SHOWN);
  const opened = shown.find((category) => category.slug === open);
  return (
    <nav
      ref={nav}
      className={styles["menu"]}
      aria-label={t("frame.categories")}
      onPointerLeave={byMouse(leave)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || open === null) return;
        show(null);
        nav.current?.querySelector<HTMLElement>(`[aria-controls="panel-${open}"]`)?.focus();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) show(null);
      }}
    >
      <ul className={styles["list"]}>
        {shown.map(({ slug, title, children }) => (
          <li
            key={slug}
            className={styles["item"]}
            onPointerEnter={byMouse(() => (children.length > 0 ? rest(slug) : leave()))}
          >
            <NavLink
              to={categoryLink(slug)}
              className={styles["link"]}
              onKeyDown={(event) => {
                if (event.key === "ArrowDown" && children.length > 0) {
                  event.preventDefault();
                  show(slug);
                }
              }}
            >
              {title}
            </NavLink>
            {children.length > 0 && (
              <button
                type="button"
                className={styles["toggle"]}
                aria-label={t("frame.openSubmenu", { category: title })}
                aria-expanded={open === slug}
                aria-controls={`panel-${slug}`}
                onClick={() => show(open === slug ? null : slug)}
              >
                <Icon name="down" />
              </button>
            )}
          </li>
        ))}
        {categories.length > SHOWN && (
          <li className={styles["item"]} onPointerEnter={byMouse(leave)}>
            <Link className={cx(styles["link"])} to="/collections">
              {t("frame.allCategories")}
            </Link>
          </li>
        )}
      </ul>
      {opened && (
        <div id={`panel-${opened.slug}`} className={styles["panel"]} onPointerEnter={byMouse(stay)}>
          <Suspense>
            <CategoryPanel category={opened} onClose={close} />
          </Suspense>
        </div>
      )}
    </nav>
  );
}
