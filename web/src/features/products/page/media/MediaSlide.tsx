import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import type { MediaItem } from "../galleryItems";
import styles from "./media.module.css";
import { SpinSlide } from "./SpinSlide";
import { VideoSlide } from "./VideoSlide";

interface Props {
  item: MediaItem;
  title: string;
  sizes: string;
  onOpen: () => void;
}

/** A spin or a video in the gallery, with a button that opens the lightbox. */
export function MediaSlide({ item, title, sizes, onOpen }: Props) {
  return (
    <>
      {item.kind === "spin" ? (
        <SpinSlide title={title} spin={item.spin} sizes={sizes} />
      ) : (
        <VideoSlide video={item.video} />
      )}
      <button
        type="button"
        className={styles["enlarge"]}
        data-enlarge
        aria-label={
          item.kind === "spin"
            ? t("productMedia.enlargeSpin")
            : t("productMedia.enlargeVideo", { title: item.video.title })
        }
        onClick={onOpen}
      >
        <Icon name="zoom" />
      </button>
    </>
  );
}
