import { useState } from "react";
import type { Picture as ApiPicture } from "@/api/types";
import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import { Picture } from "@/ui/Picture/Picture";
import { Sheet } from "@/ui/Sheet/Sheet";
import styles from "./Lightbox.module.css";

interface Props {
  title: string;
  pictures: readonly ApiPicture[];
  /** Index of the picture to show first. */
  start: number;
  /** Called with the index of the picture shown last. */
  onClose: (last: number) => void;
}

/** Pictures over the whole screen; a tap enlarges one to twice its size. */
export function Lightbox({ title, pictures, start, onClose }: Props) {
  const [current, setCurrent] = useState(start);
  const [enlarged, setEnlarged] = useState(false);
  const total = pictures.length;
  const step = (by: number) => {
    setCurrent((current + by + total) % total);
    setEnlarged(false);
  };
  return (
    <Sheet title={title} placement="full" onClose={() => onClose(current)}>
      <div
        className={styles["lightbox"]}
        onKeyDown={(event) => {
          if (total < 2) return;
          if (event.key === "ArrowRight") step(1);
          if (event.key === "ArrowLeft") step(-1);
        }}
      >
        <div className={styles["frame"]} data-enlarged={enlarged || undefined}>
          <button
            type="button"
            className={styles["picture"]}
            aria-pressed={enlarged}
            aria-label={t("product.zoom")}
            onClick={() => setEnlarged(!enlarged)}
          >
            <Picture
              picture={pictures[current]}
              alt={t("product.pictureOf", { title, number: current + 1, total })}
              ratio={null}
              fit="contain"
              sizes={enlarged ? "200vw" : "100vw"}
            />
          </button>
        </div>
        {total > 1 && (
          <div className={styles["navigation"]}>
            <button type="button" aria-label={t("action.previous")} onClick={() => step(-1)}>
              <Icon name="left" />
            </button>
            <span aria-live="polite">{t("home.slideOf", { number: current + 1, total })}</span>
            <button type="button" aria-label={t("action.next")} onClick={() => step(1)}>
              <Icon name="right" />
            </button>
          </div>
        )}
      </div>
    </Sheet>
  );
}
