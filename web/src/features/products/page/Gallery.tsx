import { lazy, type RefObject, Suspense, useEffect, useState } from "react";
import type { Picture as ApiPicture } from "@/api/types";
import { t } from "@/messages/t";
import { useScrollTrack } from "@/ui/Carousel/useScrollTrack";
import { Picture } from "@/ui/Picture/Picture";
import styles from "./Gallery.module.css";

const Lightbox = lazy(async () => ({ default: (await import("./Lightbox")).Lightbox }));

interface Props {
  title: string;
  pictures: readonly ApiPicture[];
  /** Whether only the first picture is known yet; the others get their places. */
  loading?: boolean;
}

/**
 * The product's pictures, with a lightbox. On wide screens they stand below each other; on others they are
 * swiped through, with thumbnails where there is room.
 */
export function Gallery({ title, pictures, loading = false }: Props) {
  const { track, current, scrollTo, onScroll } = useScrollTrack();
  const [opened, setOpened] = useState<number | null>(null);
  const total = pictures.length;

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
      {(total > 1 || loading) && (
        <Thumbnails pictures={pictures} current={current} onSelect={scrollTo} />
      )}
      <div className={styles["stage"]}>
        <Slides {...{ title, pictures, track, onScroll }} onOpen={setOpened} />
        {total > 1 && <Dots pictures={pictures} current={current} />}
      </div>
      {opened !== null && (
        <Suspense>
          <Lightbox
            title={title}
            pictures={pictures}
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

function focusOn(element: Element | undefined): void {
  if (element instanceof HTMLElement) element.focus();
}

interface PositionProps {
  pictures: readonly ApiPicture[];
  current: number;
}

interface ThumbnailsProps extends PositionProps {
  onSelect: (index: number) => void;
}

function Thumbnails({ pictures, current, onSelect }: ThumbnailsProps) {
  return (
    <ul className={styles["thumbs"]}>
      {pictures.map((picture, index) => (
        <li key={picture.path}>
          <button
            type="button"
            aria-label={t("product.showPicture", { number: index + 1 })}
            aria-current={index === current}
            onClick={() => onSelect(index)}
          >
            <Picture picture={picture} alt="" sizes="76px" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface SlidesProps {
  title: string;
  pictures: readonly ApiPicture[];
  track: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  onOpen: (index: number) => void;
}

/** Of the slider and, from 1200 px, of the column of pictures, where pairs share a row. */
const FULL_WIDTH =
  "(max-width: 760px) 100vw, (max-width: 1199px) 42vw, (max-width: 1439px) calc(53vw - 40px), 724px";
const HALF_WIDTH =
  "(max-width: 760px) 100vw, (max-width: 1199px) 42vw, (max-width: 1439px) calc(27vw - 28px), 354px";

function Slides({ title, pictures, track, onScroll, onOpen }: SlidesProps) {
  const total = pictures.length;
  return (
    <div ref={track} className={styles["track"]} onScroll={onScroll}>
      {pictures.map((picture, index) => {
        const alt = picture.alt || t("product.pictureOf", { title, number: index + 1, total });
        return (
          <button
            key={picture.path}
            type="button"
            className={styles["picture"]}
            aria-label={`${t("product.zoom")}: ${alt}`}
            onClick={() => onOpen(index)}
          >
            <Picture
              picture={picture}
              alt={alt}
              sizes={isAlone(index, total) ? FULL_WIDTH : HALF_WIDTH}
              first={index === 0}
            />
          </button>
        );
      })}
    </div>
  );
}

/** Whether a picture has a row of its own: the first, and the last if it has no other beside it. */
function isAlone(index: number, total: number): boolean {
  return index === 0 || (index === total - 1 && total % 2 === 0);
}

function Dots({ pictures, current }: PositionProps) {
  return (
    <div className={styles["dots"]} aria-hidden="true">
      {pictures.map((picture, index) => (
        <i key={picture.path} data-current={index === current || undefined} />
      ))}
    </div>
  );
}
