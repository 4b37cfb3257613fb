import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { HomeSale } from "@/api/types";
import { t } from "@/messages/t";
import { buttonClass } from "@/ui/Button/Button";
import { Countdown } from "@/ui/Countdown/Countdown";
import { Picture } from "@/ui/Picture/Picture";
import { ProductCard, ProductCardSkeleton } from "@/features/products/cards/ProductCard";
import { SALE_PRODUCTS, saleTeaserQuery } from "../queries";
import styles from "./SaleSection.module.css";

function SaleText({ sale: { title, description, endsAt, link } }: { sale: HomeSale }) {
  return (
    <div className={styles["text"]}>
      <h2>{title}</h2>
      {description && <p>{description}</p>}
      {endsAt && <Countdown until={endsAt} />}
      <Link className={buttonClass()} to={link}>
        {t("home.seeSale")}
      </Link>
    </div>
  );
}

/** A sale with its first products. */
export function SaleSection({ sale }: { sale: HomeSale }) {
  const { data, isPending } = useQuery(saleTeaserQuery(sale.slug));
  return (
    <section className={styles["sale"]} aria-label={sale.title}>
      <SaleText sale={sale} />
      <div className={styles["cards"]}>
        {isPending
          ? Array.from({ length: SALE_PRODUCTS }, (_, index) => <ProductCardSkeleton key={index} />)
          : data?.items.map((card) => (
              <ProductCard
                key={card.productId}
                card={card}
                sizes="(max-width: 760px) 54vw, 280px"
              />
            ))}
      </div>
    </section>
  );
}

/** A sale with its picture. */
export function SaleBanner({ sale }: { sale: HomeSale }) {
  return (
    <section className={styles["banner"]} aria-label={sale.title}>
      <SaleText sale={sale} />
      <Link to={sale.link} tabIndex={-1} aria-hidden="true">
        <Picture
          picture={sale.image}
          phone={sale.phoneImage}
          alt=""
          ratio="16 / 10"
          sizes="(max-width: 760px) 100vw, 60vw"
        />
      </Link>
    </section>
  );
}
