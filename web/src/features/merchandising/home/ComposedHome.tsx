import type { Home, HomeBlock } from "@/api/types";
import { BlogTeasers } from "@/features/content/BlogTeasers";
import { CARD_SIZES, CardGrid } from "@/features/products/cards/CardGrid";
import { CardRow } from "@/features/products/cards/CardRow";
import { ProductCard } from "@/features/products/cards/ProductCard";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { cx } from "@/ui/cx";
import { Prose } from "@/ui/Prose/Prose";
import { Section } from "@/ui/Section/Section";
import { CategoryTiles } from "./CategoryTiles";
import styles from "./ComposedHome.module.css";
import { FeatureSection } from "./FeatureSection";
import { Hero } from "./Hero";
import { SaleBanner, SaleSection } from "./SaleSection";

const GRID_PRODUCTS = 8;
const TITLES = {
  newest: "home.newest",
  popular: "home.popular",
  reduced: "home.reduced",
  list: "home.products",
} as const;

type Block<Kind extends HomeBlock["kind"]> = Extract<HomeBlock, { kind: Kind }>;

/** The home page in the sections that an operator composed. */
export function ComposedHome({ home }: { home: Home & { sections: readonly HomeBlock[] } }) {
  const companyName = useAppState((state) => state.companyLogoDetails.companyName);
  const isBannerFirst = home.sections[0]?.kind === "banner";
  return (
    <>
      {!isBannerFirst && <h1 className="visually-hidden">{companyName}</h1>}
      {home.sections.map((block, index) => (
        <div
          key={block.id}
          id={`section-${block.id}`}
          className={cx(
            block.kind === "banner" ? styles["banner"] : "wrap",
            index === 0 && styles["first"],
          )}
        >
          <BlockContent block={block} home={home} isTop={index === 0} />
        </div>
      ))}
    </>
  );
}

interface Props {
  block: HomeBlock;
  home: Home;
  isTop: boolean;
}

function BlockContent({ block, home: { pageItem }, isTop }: Props) {
  switch (block.kind) {
    case "banner":
      return <Hero slides={block.slides} isTop={isTop} />;
    case "products":
      return <Products block={block} isTop={isTop} />;
    case "tiles":
      return <CategoryTiles categories={block.tiles} title={block.title} />;
    case "text":
      return <FormattedText block={block} />;
    case "journal":
      return <BlogTeasers title={block.title} count={block.count} />;
    case "sales":
      return pageItem.salesList.map((sale, index) =>
        index === 0 ? (
          <SaleSection key={sale.slug} sale={sale} />
        ) : (
          <SaleBanner key={sale.slug} sale={sale} />
        ),
      );
    case "feature": {
      const section = pageItem.featureSection.find(({ id }) => id === block.sectionId);
      return section ? <FeatureSection section={section} /> : null;
    }
    default:
      // A kind that a newer server adds.
      return null;
  }
}

function Products({ block, isTop }: { block: Block<"products">; isTop: boolean }) {
  const { source, products, display } = block;
  const title = block.title || t(TITLES[source]);
  const link = { to: block.link, text: t("action.viewAll") };
  if (display === "row")
    return <CardRow title={title} cards={products} link={link} first={isTop} />;
  return (
    <Section title={title} link={link}>
      <CardGrid>
        {products.slice(0, GRID_PRODUCTS).map((card, index) => (
          <ProductCard
            key={card.productId}
            card={card}
            sizes={CARD_SIZES[4]}
            place={isTop ? index : undefined}
          />
        ))}
      </CardGrid>
    </Section>
  );
}

function FormattedText({ block: { title, html, align } }: { block: Block<"text"> }) {
  return (
    <section
      className={styles["text"]}
      data-align={align}
      aria-label={title === "" ? undefined : title}
    >
      {title && <h2>{title}</h2>}
      <Prose html={html} />
    </section>
  );
}
