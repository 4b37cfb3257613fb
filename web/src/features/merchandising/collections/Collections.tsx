import { Link } from "react-router";
import type { CategoryNode } from "@/api/types";
import { t } from "@/messages/t";
import { Section } from "@/ui/Section/Section";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { CategoryPicture } from "./CategoryPicture";
import styles from "./Collections.module.css";
import { groupByInitial } from "./groupByInitial";
import { categoryLink } from "@/features/search/links";

/** With more categories than this, only the largest have pictures. */
const MAX_PICTURES = 24;
const LARGEST = 12;
/** The other subcategories are on the category's own page. */
const MAX_SUBCATEGORIES = 10;

/** All top-level categories with their subcategories; an A–Z list when there are many. */
export function Collections({ categories }: { categories: readonly CategoryNode[] }) {
  if (categories.length <= MAX_PICTURES) return <CategoryCards categories={categories} />;
  const largest = [...categories].sort((one, other) => other.count - one.count).slice(0, LARGEST);
  return (
    <>
      <LargestTiles categories={largest} />
      <Section title={t("collections.byName")}>
        <CategoryIndex categories={categories} />
      </Section>
    </>
  );
}

function CategoryCards({ categories }: { categories: readonly CategoryNode[] }) {
  return (
    <ul className={styles["collections"]}>
      {categories.map((category) => (
        <li key={category.slug} className={styles["collection"]}>
          <Link to={categoryLink(category.slug)} className={styles["picture"]}>
            <CategoryPicture
              category={category}
              ratio="4 / 3"
              sizes="(max-width: 760px) 100vw, 45vw"
            />
            <h2 className={styles["title"]}>{category.title}</h2>
            <span className={styles["count"]}>{t("list.count", { count: category.count })}</span>
          </Link>
          {category.description && <p className={styles["description"]}>{category.description}</p>}
          <Subcategories category={category} />
        </li>
      ))}
    </ul>
  );
}

function LargestTiles({ categories }: { categories: readonly CategoryNode[] }) {
  return (
    <section aria-label={t("collections.largest")}>
      <ul className={styles["largest"]}>
        {categories.map((category) => (
          <li key={category.slug}>
            <Link to={categoryLink(category.slug)} className={styles["tile"]}>
              <CategoryPicture
                category={category}
                ratio="1"
                sizes="(max-width: 760px) 46vw, (max-width: 1440px) 24vw, 340px"
              />
              <span>{category.title}</span>
              <span className={styles["count"]}>{t("list.count", { count: category.count })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Subcategories({ category: { slug, title, children } }: { category: CategoryNode }) {
  if (children.length === 0) return null;
  const others = children.length - MAX_SUBCATEGORIES;
  return (
    <ul className={styles["children"]}>
      {children.slice(0, MAX_SUBCATEGORIES).map((child) => (
        <li key={child.slug}>
          <Link to={categoryLink(child.slug)}>{child.title}</Link>
        </li>
      ))}
      {others > 0 && (
        <li>
          <Link
            to={categoryLink(slug)}
            aria-label={t("collections.moreIn", { count: others, category: title })}
          >
            {t("collections.moreSubcategories", { count: others })}
          </Link>
        </li>
      )}
    </ul>
  );
}

function CategoryIndex({ categories }: { categories: readonly CategoryNode[] }) {
  return (
    <div className={styles["index"]}>
      {groupByInitial(categories).map(([initial, group]) => (
        <section key={initial} className={styles["group"]} aria-label={initial}>
          <h3 aria-hidden="true">{initial}</h3>
          <ul>
            {group.map(({ slug, title, count }) => (
              <li key={slug}>
                <Link to={categoryLink(slug)}>{title}</Link>{" "}
                <span className={styles["count"]}>{count}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

export function CollectionsSkeleton() {
  return (
    <div className={styles["collections"]} aria-busy="true">
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} ratio="4 / 3" />
      ))}
    </div>
  );
}
