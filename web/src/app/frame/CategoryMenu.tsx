import { useQuery } from "@tanstack/react-query";
import { type PointerEvent, Suspense, useCallback, useEffect, useMemo, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import type { CategoryNode } from "@/api/types";
import { categoryLink } from "@/features/catalog/links";
import { categoriesQuery } from "@/features/catalog/queries";
import { withProducts } from "@/features/catalog/withProducts";
import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import { lazyPart } from "@/ui/lazyPart";
import styles from "./CategoryMenu.module.css";
import { useFitting } from "./useFitting";
import { useHoverIntent } from "./useHoverIntent";

const CategoryPanel = lazyPart(async () => (await import("./CategoryPanel")).CategoryPanel);
const MorePanel = lazyPart(async () => (await import("./MorePanel")).MorePanel);

const NONE: readonly CategoryNode[] = [];

/** As many are measured; the widest header holds fewer. */
const MEASURED = 10;

/** The key of what does not fit; no slug has a slash. */
const MORE = "/more";

const byMouse = (act: () => void) => (event: PointerEvent) => {
  if (event.pointerType === "mouse") act();
};

/** Categories that are not `known` yet leave their place empty: beside a name still to come they move. */
export function CategoryMenu({ known }: { known: boolean }) {
  const { data = NONE } = useQuery(categoriesQuery);
  const categories = useMemo(() => (known ? withProducts(data) : []), [known, data]);
  const { open, show, rest, leave, stay } = useHoverIntent<string>();
  const nav = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { key } = useLocation();
  // A menu that was used to go somewhere has done its work.
  const closing = useRef(show);
  const close = useCallback(() => closing.current(null), []);
  useEffect(close, [key, close]);

  const measured = categories.slice(0, MEASURED);
  const fitting = useFitting(
    list,
    measured.map(({ slug }) => slug).join("/"),
    categories.length > MEASURED,
  );
  // Until it is measured the list itself cuts off what does not fit.
  const count = fitting ?? measured.length;
  const others = categories.slice(count);
  const opened = measured.slice(0, count).find((category) => category.slug === open);
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
      <ul ref={list} className={styles["list"]}>
        {measured.map((category, index) => (
          <Item
            key={category.slug}
            category={category}
            folded={index >= count}
            open={open === category.slug}
            show={show}
            onRest={() => (category.children.length > 0 ? rest(category.slug) : leave())}
          />
        ))}
        <More
          others={others}
          folded={others.length === 0}
          alone={count === 0}
          open={open === MORE}
          show={show}
          onRest={() => rest(MORE)}
        />
      </ul>
      {(opened ?? (open === MORE && others.length > 0)) && (
        <div id={`panel-${open ?? ""}`} className={styles["panel"]} onPointerEnter={byMouse(stay)}>
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

interface Entry {
  /** It does not fit, and is there only to be measured. */
  folded: boolean;
  open: boolean;
  show: (key: string | null) => void;
  onRest: () => void;
}

function Item({ category, folded, open, show, onRest }: Entry & { category: CategoryNode }) {
  const { slug, title, children } = category;
  return (
    <li
      className={styles["item"]}
      data-folded={folded || undefined}
      onPointerEnter={byMouse(onRest)}
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
  folded,
  alone,
  open,
  show,
  onRest,
}: Entry & { others: readonly CategoryNode[]; alone: boolean }) {
  const { pathname } = useLocation();
  const isHere = others.some(({ slug }) => categoryLink(slug) === pathname);
  return (
    <li
      className={styles["item"]}
      data-folded={folded || undefined}
      onPointerEnter={byMouse(onRest)}
    >
      <button
        type="button"
        className={styles["more"]}
        data-here={isHere || undefined}
        aria-expanded={open}
        aria-controls={`panel-${MORE}`}
        onClick={({ nativeEvent }) => {
          // A mouse that rested here has opened it already, and means to keep it.
          const isMouse = (nativeEvent as { pointerType?: string }).pointerType === "mouse";
          show(open && !isMouse ? null : MORE);
        }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          show(MORE);
        }}
      >
        {alone ? t("frame.categories") : t("frame.more")}
        <Icon name="down" />
      </button>
    </li>
  );
}
