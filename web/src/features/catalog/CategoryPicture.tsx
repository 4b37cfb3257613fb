import type { CategoryNode } from "@/api/types";
import { Picture } from "@/ui/Picture/Picture";
import styles from "./CategoryPicture.module.css";

interface Props {
  category: Pick<CategoryNode, "title" | "image">;
  ratio: string;
  sizes: string;
}

const TONES = 4;

/** The same tone for the same title, and different ones for most neighbours. */
function toneOf(title: string): number {
  return Array.from(title).reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0) % TONES;
}

/** A category's picture, or its initial where it has none; its title stands beside. */
export function CategoryPicture({ category: { title, image }, ratio, sizes }: Props) {
  if (image) return <Picture picture={image} alt="" ratio={ratio} sizes={sizes} />;
  const [initial = ""] = Array.from(title.trim());
  return (
    <span
      className={styles["initial"]}
      aria-hidden="true"
      data-initial={initial.toLocaleUpperCase()}
      data-tone={toneOf(title)}
      style={{ aspectRatio: ratio }}
    />
  );
}
