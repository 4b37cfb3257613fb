import { lazy, type RefObject, Suspense, useEffect, useState } from "react";
import type { Picture as ApiPicture, ProductMedia } from "@/api/types";
import { t } from "@/messages/t";
import { useScrollTrack } from "@/ui/Carousel/useScrollTrack";
import { lazyRequired } from "@/ui/lazy/lazyRequired";
import { Picture } from "@/ui/Picture/Picture";
import { Icon } from "@/ui/Icon/Icon";
import styles from "./Gallery.module.css";
import { alone, type GalleryItem, galleryItems, keyOf, pictureOf } from "./galleryItems";

const MediaSlide = lazyRequired(async () => (await import("./media/MediaSlide")).MediaSlide);
const Lightbox = lazy(async () => ({ default: (await import("./Lightbox")).Lightbox }));

interface Props {
  title: string;
  pictures: readonly ApiPicture[];
  media?: ProductMedia;
  /** Whether only the first picture is known yet; the others get their places. */
  loading?: boolean;
}

/**
 * The product's pictures, spin and videos, with a lightbox. On wide screens they stand below each other; on others they are
 * swiped through, with thumbnails where there is room.
 */
export function Gallery({ title, pictures, media, loading = false }: Props) {
  const { track, current, scrollTo, onScroll } = useScrollTrack();
  const [opened, setOpened] = useState<number | null>(null);
  const items = galleryItems(pictures, media);
  const total = items.length;

  // Another variant has other pictures: start from the first of them.
  const first = pictures[0]?.path;
  useEffect(() => {
    track.current?.scrollTo({ left: 0, behavior: "instant" });
  }, [first, track]);

  if (total === 0) {
    return (
      <div className={styles["gallery"]} data-single>
        <Picture picture={null} alt={title} sizes="50vw" />
      </div>
    );
  }
  return (
    <div
      className={styles["gallery"]}
      data-single={(total === 1 && !loading) || undefined}
      role="group"
      aria-label={t("product.gallery", { title })}
    >
      {(total > 1 || loading) && <Thumbnails items={items} current={current} onSelect={scrollTo} />}
      <div className={styles["stage"]}>
        <Slides {...{ title, items, track, onScroll }} onOpen={setOpened} />
        {total > 1 && <Dots items={items} current={current} />}
      </div>
      {opened !== null && (
        <Suspense>
          <Lightbox
            title={title}
            items={items}
            start={opened}
            onClose={(last) => {
              setOpened(null);
              scrollTo(last, "instant");
              // The focus goes to the picture that was shown last, not to the one that was opened.
              if (last !== opened) focusOn(track.current?.children[last]);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function focusOn(slide: Element | undefined): void {
  const button = slide?.matches("button") ? slide : slide?.querySelector("[data-enlarge]");
  if (button instanceof HTMLElement) button.focus();
}

interface PositionProps {
  items: readonly GalleryItem[];
  current: number;
}

interface ThumbnailsProps extends PositionProps {
  onSelect: (index: number) => void;
}

function Thumbnails({ items, current, onSelect }: ThumbnailsProps) {
  return (
    <ul className={styles["thumbs"]}>
      {items.map((item, index) => (
        <li key={keyOf(item)}>
          <button
            type="button"
            aria-label={showLabel(item)}
            aria-current={index === current}
            onClick={() => onSelect(index)}
          >
            <Picture picture={pictureOf(item)} alt="" sizes="76px" />
            {item.kind !== "picture" && (
              <span className={styles["mark"]}>
                {item.kind === "video" ? <Icon name="play" /> : "360°"}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

function showLabel(item: GalleryItem): string {
  if (item.kind === "picture") return t("product.showPicture", { number: item.number });
  if (item.kind === "spin") return t("productMedia.showSpin");
  return t("productMedia.show", { title: item.video.title });
}

interface SlidesProps {
  title: string;
  items: readonly GalleryItem[];
  track: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  onOpen: (index: number) => void;
}

/** Of the slider and, from 1200 px, of the column of pictures, where pairs share a row. */
const FULL_WIDTH =
  "(max-width: 760px) 100vw, (max-width: 1199px) 42vw, (max-width: 1439px) calc(53vw - 40px), 724px";
const HALF_WIDTH =
  "(max-width: 760px) 100vw, (max-width: 1199px) 42vw, (max-width: 1439px) calc(27vw - 28px), 354px";

function Slides({ title, items, track, onScroll, onOpen }: SlidesProps) {
  const total = items.filter(({ kind }) => kind === "picture").length;
  const isAlone = alone(items);
  return (
    <div ref={track} className={styles["track"]} onScroll={onScroll}>
      {items.map((item, index) => {
        const sizes = isAlone[index] ? FULL_WIDTH : HALF_WIDTH;
        const slide = { onOpen: () => onOpen(index), sizes, isAlone: isAlone[index] ?? false };
        return item.kind === "picture" ? (
          <PictureSlide key={keyOf(item)} {...slide} {...item} {...{ title, total }} />
        ) : (
          <div key={keyOf(item)} className={styles["item"]} data-alone={slide.isAlone || undefined}>
            <Suspense fallback={<Picture picture={pictureOf(item)} sizes={sizes} />}>
              <MediaSlide {...{ item, title, sizes }} onOpen={slide.onOpen} />
            </Suspense>
          </div>
        );
      })}
    </div>
  );
}

interface SlideProps {
  title: string;
  sizes: string;
  /** Whether it has a row of its own on wide screens. */
  isAlone: boolean;
  onOpen: () => void;
}

interface PictureSlideProps extends SlideProps {
  picture: ApiPicture;
  number: number;
  total: number;
}

function PictureSlide(props: PictureSlideProps) {
  const { title, sizes, isAlone, onOpen, picture, number, total } = props;
  const alt = picture.alt || t("product.pictureOf", { title, number, total });
  return (
    <button
      type="button"
      className={styles["picture"]}
      data-alone={isAlone || undefined}
      aria-label={`${t("product.zoom")}: ${alt}`}
      onClick={onOpen}
    >
      <Picture picture={picture} alt={alt} sizes={sizes} first={number === 1} />
    </button>
  );
}

function Dots({ items, current }: PositionProps) {
  return (
    <div
      className={styles["dots"]}
      data-video={items[current]?.kind === "video" || undefined}
      aria-hidden="true"
    >
      {items.map((item, index) => (
        <i key={keyOf(item)} data-current={index === current || undefined} />
      ))}
    </div>
  );
}
