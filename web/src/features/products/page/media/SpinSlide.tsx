import { useState } from "react";
import type { ProductSpin } from "@/api/types";
import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import { lazyOptional } from "@/ui/lazy/lazyOptional";
import { useHydrated } from "@/ui/lazy/useHydrated";
import { Picture } from "@/ui/Picture/Picture";
import styles from "./media.module.css";

const Spin = lazyOptional(async () => (await import("./Spin")).Spin);

interface Props {
  title: string;
  spin: ProductSpin;
  sizes: string;
  /** The frame's aspect ratio; null fills the parent. */
  ratio?: string | null;
  fit?: "cover" | "contain";
}

/** The first frame of a spin; the others are loaded when the shopper starts it. */
export function SpinSlide({ title, spin, sizes, ratio = "4 / 5", fit = "cover" }: Props) {
  const isHydrated = useHydrated();
  const [isStarted, setStarted] = useState(false);
  return (
    <div className={styles["media"]} data-fill={ratio === null || undefined}>
      <Picture
        picture={spin.picture}
        alt={t("productMedia.spinOf", { title })}
        {...{ sizes, ratio, fit }}
      />
      {isStarted && <Spin title={title} spin={spin} fit={fit} />}
      {isHydrated && !isStarted && (
        <button
          type="button"
          className={styles["start"]}
          aria-label={t("productMedia.turn", { title })}
          onClick={() => setStarted(true)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M20 12c0 2.200-3.600 4-8 4s-8-1.800-8-4 3.600-4 8-4c2.500 0 4.700.600 6.200 1.500M18.500 5.500v4h-4" />
          </svg>
          <span>{t("productMedia.fullTurn")}</span>
        </button>
      )}
      {isStarted && (
        <button
          type="button"
          className={styles["corner"]}
          aria-label={t("productMedia.stopTurning")}
          title={t("productMedia.stopTurning")}
          onClick={() => setStarted(false)}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
