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

/** The product's pictures to swipe through, with thumbnails and a lightbox. */
export function Gallery({ title, pictures, loading = false }: Props) {
  const { track, current, scrollTo, onScroll } = useScrollTrack();
  const [zoomed, setZoomed] = useState(false);
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
        <Slides {...{ title, pictures, track, current, onScroll }} onZoom={() => setZoomed(true)} />
        {total > 1 && <Dots pictures={pictures} current={current} />}
      </div>
      {zoomed && (
        <Suspense>
          <Lightbox
            title={title}
            pictures={pictures}
            start={current}
            onClose={(last) => {
              setZoomed(false);
              scrollTo(last, "instant");
            }}
          />
        </Suspense>
      )}
    </div>
  );
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

interface SlidesProps extends PositionProps {
  title: string;
  track: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  onZoom: () => void;
}

function Slides({ title, pictures, track, current, onScroll, onZoom }: SlidesProps) {
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
            tabIndex={index === current ? 0 : -1}
            onClick={onZoom}
          >
            <Picture
              picture={picture}
              alt={alt}
              sizes="(max-width: 760px) 100vw, 640px"
              first={index === 0}
            />
          </button>
        );
      })}
    </div>
  );
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
