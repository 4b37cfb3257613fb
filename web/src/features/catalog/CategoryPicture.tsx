import type { CategoryNode } from "@/api/types";
import { Picture } from "@/ui/Picture/Picture";
import styles from "./CategoryPicture.module.css";

interface Props {
  category: Pick<CategoryNode, "title" | "image">;
  ratio: string;
  sizes: string;
}

/** Of one colour, so that neighbours differ. */
const TONES = 4;

/** A category's picture, or its initial where it has none; its title stands beside. */
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
