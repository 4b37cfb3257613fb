import { useRef, useState } from "react";
import type { Picture as ApiPicture } from "@/api/types";
import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import { Picture } from "@/ui/Picture/Picture";
import { Sheet } from "@/ui/Sheet/Sheet";
import styles from "./Zoom.module.css";

interface Props {
  title: string;
  pictures: readonly ApiPicture[];
  start: number;
  /** With the place of the picture that was seen last. */
  onClose: (last: number) => void;
}

/** One picture over the whole screen; a tap makes it twice as large, to be moved about. */
export function Zoom({ title, pictures, start, onClose }: Props) {
  const [current, setCurrent] = useState(start);
  const [close, setClose] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const total = pictures.length;
  const turn = (step: number) => {
    setCurrent((current + step + total) % total);
    setClose(false);
  };
  return (
    <Sheet title={title} from="full" onClose={() => onClose(current)}>
      <div
        className={styles["zoom"]}
        onKeyDown={(event) => {
          if (total < 2) return;
          if (event.key === "ArrowRight") turn(1);
          if (event.key === "ArrowLeft") turn(-1);
        }}
      >
        <div ref={frame} className={styles["frame"]} data-close={close || undefined}>
          <button
            type="button"
            className={styles["picture"]}
            aria-pressed={close}
            aria-label={t("product.zoom")}
            onClick={() => setClose(!close)}
          >
            <Picture
              picture={pictures[current]}
              alt={t("product.pictureOf", { title, number: current + 1, total })}
              ratio={null}
              fit="contain"
              sizes={close ? "200vw" : "100vw"}
            />
          </button>
        </div>
        {total > 1 && (
          <div className={styles["turn"]}>
            <button type="button" aria-label={t("action.previous")} onClick={() => turn(-1)}>
              <Icon name="left" />
            </button>
            <span aria-live="polite">{t("home.slideOf", { number: current + 1, total })}</span>
            <button type="button" aria-label={t("action.next")} onClick={() => turn(1)}>
              <Icon name="right" />
            </button>
          </div>
        )}
      </div>
    </Sheet>
  );
}
