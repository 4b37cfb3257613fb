import type { CategoryNode } from "@/api/types";
import { Picture } from "@/ui/Picture/Picture";
import styles from "./CategoryPicture.module.css";

interface Props {
  category: Pick<CategoryNode, "title" | "image">;
  ratio: string;
  sizes: string;
}

/** Number of background colours, so that neighbours differ. */
const TONES = 4;

/** A category's picture, or the initial of its title. Decorative: show the title beside it. */
export function CategoryPicture({ category: { title, image }, ratio, sizes }: Props) {
  if (image) return <Picture picture={image} alt="" ratio={ratio} sizes={sizes} />;
  const [initial = ""] = Array.from(title.trim());
  return (
    <span
      className={styles["initial"]}
      aria-hidden="true"
      data-initial={initial.toLocaleUpperCase()}
      data-tone={title.length % TONES}
      style={{ aspectRatio: ratio }}
    />
  );
}
