import type { Picture } from "./queries";
import styles from "./panels.module.css";

/** Twice the size in which it is shown, for sharp screens. */
const PIXELS = 64;

/** A small picture and the name beside it, which says what the picture shows. */
export function ProductName({ title, image }: { title: string; image: Picture | null }) {
  return (
    <span className={styles.product}>
      {image ? (
        <img src={`${image.path}?w=${PIXELS}`} alt="" width={32} height={32} loading="lazy" />
      ) : (
        <span className={styles.picture} />
      )}
      <span className={styles.name}>{title}</span>
    </span>
  );
}
