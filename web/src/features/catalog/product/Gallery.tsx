import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { Picture as ApiPicture } from "@/api/types";
import { t } from "@/messages/t";
import { Picture } from "@/ui/Picture/Picture";
import styles from "./Gallery.module.css";

const Zoom = lazy(async () => ({ default: (await import("./Zoom")).Zoom }));

interface Props {
  title: string;
  pictures: readonly ApiPicture[];
}

/** Pictures to swipe through, with thumbnails, each to be seen large. */
export function Gallery({ title, pictures }: Props) {
  const track = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  const total = pictures.length;
  const show = (index: number, behavior: ScrollBehavior = "smooth") => {
    const element = track.current;
    element?.scrollTo({ left: index * element.clientWidth, behavior });
  };

  // Other pictures, another choice: start from the first of them.
  const first = pictures[0]?.path;
  useEffect(() => {
    track.current?.scrollTo({ left: 0, behavior: "instant" });
  }, [first]);

  const alt = (index: number) =>
    pictures[index]?.alt || t("product.pictureOf", { title, number: index + 1, total });
  if (total === 0) {
    return (
      <div className={styles["gallery"]} data-alone>
        <Picture picture={null} alt={title} sizes="50vw" />
      </div>
    );
  }
  return (
    <div
      className={styles["gallery"]}
      data-alone={total === 1 || undefined}
      role="group"
      aria-label={t("product.gallery", { title })}
    >
      {total > 1 && (
        <ul className={styles["thumbs"]}>
          {pictures.map((picture, index) => (
            <li key={picture.path}>
              <button
                type="button"
                aria-label={t("product.showPicture", { number: index + 1 })}
                aria-current={index === current}
                onClick={() => show(index)}
              >
                <Picture picture={picture} alt="" sizes="76px" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles["stage"]}>
        <div
          ref={track}
          className={styles["track"]}
          onScroll={(event) => {
            const { scrollLeft, clientWidth } = event.currentTarget;
            setCurrent(Math.round(scrollLeft / clientWidth));
          }}
        >
          {pictures.map((picture, index) => (
            <button
              key={picture.path}
              type="button"
              className={styles["picture"]}
              aria-label={`${t("product.zoom")}: ${alt(index)}`}
              tabIndex={index === current ? 0 : -1}
              onClick={() => setZoomed(true)}
            >
              <Picture
                picture={picture}
                alt={alt(index)}
                sizes="(max-width: 760px) 100vw, 640px"
                first={index === 0}
              />
            </button>
          ))}
        </div>
        {total > 1 && (
          <div className={styles["dots"]} aria-hidden="true">
            {pictures.map((picture, index) => (
              <i key={picture.path} data-current={index === current || undefined} />
            ))}
          </div>
        )}
      </div>
      {zoomed && (
        <Suspense>
          <Zoom
            title={title}
            pictures={pictures}
            start={current}
            onClose={(last) => {
              setZoomed(false);
              show(last, "instant");
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
