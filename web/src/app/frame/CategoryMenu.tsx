import { type KeyboardEvent, type PointerEvent, type RefObject, Suspense, useRef } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Link, NavLink, useLocation } from "react-router";
import type { FrameLink } from "@/api/types";
import { categoriesQuery } from "@/features/merchandising/queries";
import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import { lazyRequired } from "@/ui/lazy/lazyRequired";
import styles from "./CategoryMenu.module.css";
import { useFitting } from "./useFitting";
import { useHoverIntent } from "./useHoverIntent";
import { useMenu } from "./useMenu";
import { useOnNavigation } from "./useOnNavigation";
import { cx } from "@/ui/cx";

const CategoryPanel = lazyRequired(async () => (await import("./CategoryPanel")).CategoryPanel);
const MorePanel = lazyRequired(async () => (await import("./MorePanel")).MorePanel);

/** Number of categories that are measured; the widest header fits fewer. */
const MAX_MEASURED = 10;

/** Key of the menu with the remaining categories; that of another is its place. */
const MORE = "more";

const onMouse = (act: () => void) => (event: PointerEvent) => {
  if (event.pointerType === "mouse") act();
};

/** Only its place until the logo's name is `known`: that would move even an empty list when it arrives. */
export function CategoryMenu({ known }: { known: boolean }) {
  return known ? <Menu /> : <div className={styles["menu"]} />;
}

function Menu() {
  const categories = useMenu();
  const { open, show, rest, leave, stay } = useHoverIntent<string>();
  const nav = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const close = () => show(null);
  useOnNavigation(close);
  const { measured, fitting, others } = useVisibleCategories(list, categories);
  const opened = measured.slice(0, fitting).find((_, index) => String(index) === open);
  const prepare = usePreparePictures();
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
      onPointerEnter={prepare}
      onFocus={prepare}
      onPointerLeave={onMouse(leave)}
      onKeyDown={closeOnEscape}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) show(null);
      }}
    >
      <ul ref={list} className={styles["list"]}>
        {measured.map((category, index) => (
          <Item
            key={index}
            place={String(index)}
            category={category}
            isHidden={index >= fitting}
            open={open === String(index)}
            show={show}
            onRest={() => (category.children.length > 0 ? rest(String(index)) : leave())}
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
          <Panel category={opened} others={others} onClose={close} />
        </div>
      )}
    </nav>
  );
}

/** A category's panel, or that of the other categories. */
function Panel({
  category,
  others,
  onClose,
}: {
  category: FrameLink | undefined;
  others: readonly FrameLink[];
  onClose: () => void;
}) {
  return (
    <Suspense>
      {category ? (
        <CategoryPanel category={category} onClose={onClose} />
      ) : (
        <MorePanel categories={others} onClose={onClose} />
      )}
    </Suspense>
  );
}

/** Returns a function that loads the pictures of subcategories, which panels show. */
function usePreparePictures(): () => void {
  const queryClient = useQueryClient();
  // A panel that opens without them asks again.
  return () => void queryClient.query(categoriesQuery).catch(() => undefined);
}

/** The categories to render for measuring, how many of those fit into the list, and all others. */
function useVisibleCategories(
  list: RefObject<HTMLUListElement | null>,
  categories: readonly FrameLink[],
) {
  const measured = categories.slice(0, MAX_MEASURED);
  const items = measured.map(({ title }) => title).join("/");
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

function Item({
  category: { title, link, children },
  place,
  isHidden,
  open,
  show,
  onRest,
}: Entry & { category: FrameLink; place: string }) {
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
            show(place);
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
          aria-controls={`panel-${place}`}
          onClick={() => show(open ? null : place)}
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
}: Entry & { others: readonly FrameLink[]; isOnlyItem: boolean }) {
  const { pathname } = useLocation();
  const pressedBy = useRef("");
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
        onPointerDown={({ pointerType }) => (pressedBy.current = pointerType)}
        onClick={() => {
          // With a mouse, hovering has opened it already; the click keeps it open. Not all browsers give a click its pointer.
          show(open && pressedBy.current !== "mouse" ? null : MORE);
          pressedBy.current = "";
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
