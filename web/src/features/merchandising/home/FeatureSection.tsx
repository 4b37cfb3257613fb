import { Link } from "react-router";
import type { HomeSection, HomeTile } from "@/api/types";
import { t } from "@/messages/t";
import { buttonClass } from "@/ui/Button/Button";
import { Carousel } from "@/ui/Carousel/Carousel";
import { cx } from "@/ui/cx";
import { Picture } from "@/ui/Picture/Picture";
import { Section } from "@/ui/Section/Section";
import { CARD_SIZES, CardGrid } from "@/features/products/cards/CardGrid";
import { ProductCard } from "@/features/products/cards/ProductCard";
import styles from "./FeatureSection.module.css";

const PRODUCTS = 8;

/** A section of the home page in the layout that the operator chose. */
export function FeatureSection({ section }: { section: HomeSection }) {
  switch (section.kind) {
    case "wide-image":
      return section.tiles.map((tile) => <WideImage key={tile.slug} tile={tile} />);
    case "category-tiles":
      return <PictureTiles section={section} />;
    case "buttons":
      return <Buttons section={section} />;
    case "carousel":
      return <TileCarousel section={section} />;
    default:
      // Also the fallback for kinds that a newer server adds.
      return section.tiles.map((tile) => (
        <ProductTiles key={tile.slug} section={section} tile={tile} />
      ));
  }
}

function ProductTiles({ section, tile }: { section: HomeSection; tile: HomeTile }) {
  if (tile.products.length === 0) return null;
  const isOnlyTile = section.tiles.length === 1;
  return (
    <Section
      title={isOnlyTile ? section.title : tile.title}
      link={{ to: tile.link, text: t("action.viewAll") }}
    >
      <CardGrid>
        {tile.products.slice(0, PRODUCTS).map((card) => (
          <ProductCard key={card.productId} card={card} sizes={CARD_SIZES[4]} />
        ))}
      </CardGrid>
    </Section>
  );
}

function WideImage({ tile }: { tile: HomeTile }) {
  return (
    <section className={styles["wide"]} aria-label={tile.title}>
      <Picture picture={tile.image} phone={tile.phoneImage} alt="" ratio={null} sizes="100vw" />
      <div className={styles["overlay"]}>
        <h2>{tile.title}</h2>
        {tile.text && <p>{tile.text}</p>}
        <Link className={cx(buttonClass("secondary"), styles["wideButton"])} to={tile.link}>
          {t("home.discover")}
        </Link>
      </div>
    </section>
  );
}

function PictureTiles({ section }: { section: HomeSection }) {
  return (
    <Section title={section.title}>
      <ul className={styles["pictures"]}>
        {section.tiles.map((tile) => (
          <li key={tile.slug}>
            <Link className={styles["pictureTile"]} to={tile.link}>
              <Picture
                picture={tile.image}
                alt=""
                ratio="1"
                sizes="(max-width: 760px) 46vw, 33vw"
              />
              <span>{tile.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Buttons({ section }: { section: HomeSection }) {
  return (
    <Section title={section.title}>
      <ul className={styles["buttons"]}>
        {section.tiles.map((tile) => (
          <li key={tile.slug}>
            <Link to={tile.link}>{tile.title}</Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function TileCarousel({ section }: { section: HomeSection }) {
  const [only] = section.tiles;
  const products = section.tiles.length === 1 ? (only?.products ?? []) : null;
  return (
    <Section
      title={section.title}
      link={only && products ? { to: only.link, text: t("action.viewAll") } : undefined}
    >
      <Carousel label={section.title}>
        {products
          ? products.map((card) => (
              <ProductCard key={card.productId} card={card} sizes={CARD_SIZES[4]} />
            ))
          : section.tiles.map((tile) => (
              <Link key={tile.slug} className={styles["slideTile"]} to={tile.link}>
                <Picture picture={tile.image} alt="" sizes={CARD_SIZES[4]} />
                {tile.title}
              </Link>
            ))}
      </Carousel>
    </Section>
  );
}
