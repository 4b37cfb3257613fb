import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
} from "react";
import { Link, NavLink, useLocation } from "react-router";
import type { CategoryNode } from "@/api/types";
import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import { lazyRequired } from "@/ui/lazy/lazyRequired";
import styles from "./CategoryMenu.module.css";
import { useFitting } from "./useFitting";
import { useHoverIntent } from "./useHoverIntent";
import { useMenu } from "./useMenu";
import { cx } from "@/ui/cx";

const CategoryPanel = lazyRequired(async () => (await import("./CategoryPanel")).CategoryPanel);
const MorePanel = lazyRequired(async () => (await import("./MorePanel")).MorePanel);

const NONE: readonly CategoryNode[] = [];

/** Number of categories that are measured; the widest header fits fewer. */
const MAX_MEASURED = 10;

/** Key of the menu with the remaining categories. No slug has a slash. */
const MORE = "/more";

const onMouse = (act: () => void) => (event: PointerEvent) => {
  if (event.pointerType === "mouse") act();
};

/** Categories stay hidden until the logo's name is `known`: it would move them when it arrives. */
export function CategoryMenu({ known }: { known: boolean }) {
  const menu = useMenu();
  const categories = known ? menu : NONE;
  const { open, show, rest, leave, stay } = useHoverIntent<string>();
  const nav = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const close = useCloseOnNavigation(show);
  const { measured, fitting, others } = useVisibleCategories(list, categories);
  const opened = measured.slice(0, fitting).find((category) => category.slug === open);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || open === null) return;
    show(null);
    nav.current?.querySelector<HTMLElement>(`[aria-controls="panel-${open}"]`)?.focus();
  };
  return (
    <nav
      ref={nav}
      className={styles["menu"]}
      aria-label={t("frame.categories")}
      onPointerLeave={onMouse(leave)}
      onKeyDown={closeOnEscape}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) show(null);
      }}
    >
      <ul ref={list} className={styles["list"]}>
        {measured.map((category, index) => (
          <Item
            key={category.slug}
            category={category}
            isHidden={index >= fitting}
            open={open === category.slug}
            show={show}
            onRest={() => (category.children.length > 0 ? rest(category.slug) : leave())}
          />
        ))}
        <More
          others={others}
          isHidden={others.length === 0}
          isOnlyItem={fitting === 0}
          open={open === MORE}
          show={show}
          onRest={() => rest(MORE)}
        />
      </ul>
      {(opened ?? (open === MORE && others.length > 0)) && (
        <div id={`panel-${open ?? ""}`} className={styles["panel"]} onPointerEnter={onMouse(stay)}>
          <Suspense>
            {opened ? (
              <CategoryPanel category={opened} onClose={close} />
            ) : (
              <MorePanel categories={others} onClose={close} />
            )}
          </Suspense>
        </div>
      )}
    </nav>
  );
}

/** Closes the menu after each navigation; returns a stable function that closes it at once. */
function useCloseOnNavigation(show: (key: null) => void): () => void {
  const { key } = useLocation();
  const latest = useRef(show);
  const close = useCallback(() => latest.current(null), []);
  useEffect(close, [key, close]);
  return close;
}

/** The categories to render for measuring, how many of those fit into the list, and all others. */
function useVisibleCategories(
  list: RefObject<HTMLUListElement | null>,
  categories: readonly CategoryNode[],
) {
  const measured = categories.slice(0, MAX_MEASURED);
  const items = measured.map(({ slug }) => slug).join("/");
  // Until it is measured, the list's overflow hides what does not fit.
  const fitting = useFitting(list, items, categories.length > MAX_MEASURED) ?? measured.length;
  return { measured, fitting, others: categories.slice(fitting) };
}

interface Entry {
  /** Does not fit; rendered only to be measured. */
  isHidden: boolean;
  open: boolean;
  show: (key: string | null) => void;
  onRest: () => void;
}

function Item({ category, isHidden, open, show, onRest }: Entry & { category: CategoryNode }) {
  const { slug, title, link, children } = category;
  return (
    <li
      className={styles["item"]}
      data-hidden={isHidden || undefined}
      onPointerEnter={onMouse(onRest)}
    >
      <NavLink
        to={link}
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
          className={cx(styles["toggle"], "needs-script")}
          aria-label={t("frame.openSubmenu", { category: title })}
          aria-expanded={open}
          aria-controls={`panel-${slug}`}
          onClick={() => show(open ? null : slug)}
        >
          <Icon name="down" />
        </button>
      )}
    </li>
  );
}

function More({
  others,
  isHidden,
  isOnlyItem,
  open,
  show,
  onRest,
}: Entry & { others: readonly CategoryNode[]; isOnlyItem: boolean }) {
  const { pathname } = useLocation();
  const isHere = others.some(({ link }) => link === pathname);
  return (
    <li
      className={styles["item"]}
      data-hidden={isHidden || undefined}
      onPointerEnter={onMouse(onRest)}
    >
      <button
        type="button"
        className={cx(styles["more"], "needs-script")}
        data-here={isHere || undefined}
        aria-expanded={open}
        aria-controls={`panel-${MORE}`}
        onClick={({ nativeEvent }) => {
          // With a mouse, hovering has opened it already; the click keeps it open.
          const isMouse = (nativeEvent as { pointerType?: string }).pointerType === "mouse";
          show(open && !isMouse ? null : MORE);
        }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          show(MORE);
        }}
      >
        {isOnlyItem ? t("frame.categories") : t("frame.more")}
        <Icon name="down" />
      </button>
      <noscript>
        {import.meta.env.SSR && (
          <Link className={styles["more"]} to="/collections">
            {t("frame.allCategories")}
          </Link>
        )}
      </noscript>
    </li>
  );
}
