import { type RefObject, useEffect, useRef, useState } from "react";
import type { Picture as ApiPicture } from "@/api/types";
import { t } from "@/messages/t";
import { Icon, type IconName } from "@/ui/Icon/Icon";
import { Picture } from "@/ui/Picture/Picture";
import { Sheet } from "@/ui/Sheet/Sheet";
import styles from "./Lightbox.module.css";
import { useFullScreen } from "./useFullScreen";
import { useZoom, type Zoom } from "./useZoom";
import { MAX_SCALE, STEP } from "./zoom";

/** Pixels that an arrow key moves an enlarged picture. */
const MOVE = 80;
const UNKNOWN = { width: 4, height: 5 };

interface Props {
  title: string;
  pictures: readonly ApiPicture[];
  /** Index of the picture to show first. */
  start: number;
  /** Called with the index of the picture shown last. */
  onClose: (last: number) => void;
}

/** Pictures over the whole window, to look at closely. */
export function Lightbox({ title, pictures, start, onClose }: Props) {
  const [current, setCurrent] = useState(start);
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const step = (by: 1 | -1) => {
    if (!pictures[current + by]) return;
    setCurrent(current + by);
    zoom.reset();
  };
  const zoom = useZoom(frame, { picture: sizeOf(pictures[current]), onSwipe: step });
  useKeys(zoom, step);
  return (
    <Sheet title={title} placement="full" onClose={() => onClose(current)}>
      <div ref={box} className={styles["lightbox"]}>
        <div
          ref={frame}
          className={styles["frame"]}
          data-whole={zoom.view.scale === 1 || undefined}
        >
          {pictures.map((picture, index) =>
            // The neighbours are loaded, and follow a finger.
            Math.abs(index - current) > 1 ? null : (
              <Slide
                key={picture.path}
                picture={picture}
                alt={
                  picture.alt ||
                  t("product.pictureOf", { title, number: index + 1, total: pictures.length })
                }
                place={index - current}
                zoom={zoom}
              />
            ),
          )}
        </div>
        <Controls {...{ box, zoom, current, step }} total={pictures.length} />
      </div>
    </Sheet>
  );
}

function sizeOf(picture: ApiPicture | undefined) {
  return picture?.width && picture.height
    ? { width: picture.width, height: picture.height }
    : UNKNOWN;
}

interface SlideProps {
  picture: ApiPicture;
  alt: string;
  /** 0 in view, 1 to the right of it, -1 to the left. */
  place: number;
  zoom: Zoom;
}

function Slide({ picture, alt, place, zoom }: SlideProps) {
  const { scale, centre } = place === 0 ? zoom.view : { scale: 1, centre: { x: 0, y: 0 } };
  const { width, height } = sizeOf(picture);
  const fitted = `min(100vw, ${Math.round((width / height) * 100)}vh)`;
  return (
    <div
      className={styles["slide"]}
      data-held={zoom.isHeld || undefined}
      aria-hidden={place !== 0}
      style={{ transform: `translateX(calc(${place * 100}% + ${zoom.drag}px))` }}
    >
      <div
        className={styles["picture"]}
        style={{ transform: `translate(${centre.x}px, ${centre.y}px) scale(${scale})` }}
      >
        <Picture
          picture={picture}
          alt={alt}
          ratio={null}
          fit="contain"
          // An enlarged picture is loaded in more detail, once for all steps.
          sizes={scale > 1 ? `calc(2.5 * ${fitted})` : fitted}
        />
      </div>
    </div>
  );
}

interface ControlsProps {
  /** What is shown on the full screen. */
  box: RefObject<HTMLElement | null>;
  zoom: Zoom;
  current: number;
  total: number;
  step: (by: 1 | -1) => void;
}

function Controls({ box, zoom, current, total, step }: ControlsProps) {
  const { isSupported, isFull, toggle } = useFullScreen(box);
  const { scale } = zoom.view;
  return (
    <div className={styles["controls"]}>
      {total > 1 && (
        <div role="group" aria-label={t("lightbox.pictures")}>
          <Control
            icon="left"
            label={t("action.previous")}
            isOff={current === 0}
            onClick={() => step(-1)}
          />
          <span aria-live="polite">{t("home.slideOf", { number: current + 1, total })}</span>
          <Control
            icon="right"
            label={t("action.next")}
            isOff={current === total - 1}
            onClick={() => step(1)}
          />
        </div>
      )}
      <div role="group" aria-label={t("lightbox.size")}>
        <Control
          icon="minus"
          label={t("lightbox.zoomOut")}
          isOff={scale === 1}
          onClick={() => zoom.zoomBy(1 / STEP)}
        />
        <Control
          icon="plus"
          label={t("lightbox.zoomIn")}
          isOff={scale >= MAX_SCALE}
          onClick={() => zoom.zoomBy(STEP)}
        />
        {isSupported && (
          <Control
            icon="fullScreen"
            label={t(isFull ? "lightbox.leaveFullScreen" : "lightbox.fullScreen")}
            onClick={toggle}
          />
        )}
      </div>
    </div>
  );
}

interface ControlProps {
  icon: IconName;
  label: string;
  /** It keeps its focus, so that the next key is not lost. */
  isOff?: boolean;
  onClick: () => void;
}

function Control({ icon, label, isOff = false, onClick }: ControlProps) {
  return (
    <button type="button" aria-label={label} title={label} aria-disabled={isOff} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

/** Arrow keys step through the pictures and move an enlarged one; plus, minus and 0 zoom. */
function useKeys(zoom: Zoom, step: (by: 1 | -1) => void): void {
  useEffect(() => {
    const isWhole = zoom.view.scale === 1;
    const effects: Record<string, () => void> = {
      ArrowRight: () => (isWhole ? step(1) : zoom.moveBy({ x: -MOVE, y: 0 })),
      ArrowLeft: () => (isWhole ? step(-1) : zoom.moveBy({ x: MOVE, y: 0 })),
      ArrowDown: () => zoom.moveBy({ x: 0, y: -MOVE }),
      ArrowUp: () => zoom.moveBy({ x: 0, y: MOVE }),
      "+": () => zoom.zoomBy(STEP),
      "=": () => zoom.zoomBy(STEP),
      "-": () => zoom.zoomBy(1 / STEP),
      "0": zoom.reset,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const effect = effects[event.key];
      // The browser's own shortcuts, such as zooming the page.
      if (!effect || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      effect();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
}
