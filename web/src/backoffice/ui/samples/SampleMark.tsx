import { useQuery } from "@tanstack/react-query";
import { t } from "../../messages/t";
import { sampleDataQuery } from "./queries";
import styles from "./samples.module.css";

/** Stands after the title of a product that came with the sample data. */
export function SampleMark({ productId }: { productId: number }) {
  const { data: isSample } = useQuery({
    ...sampleDataQuery,
    select: (data) => data.productIds.includes(productId),
  });
  if (!isSample) return null;
  return (
    <abbr className={styles.mark} title={t("samples.markTitle")}>
      {t("samples.mark")}
    </abbr>
  );
}
