import { type RefObject, useEffect, useRef, useState } from "react";
import type { Picture as ApiPicture } from "@/api/types";
import { t } from "@/messages/t";
import { Icon, type IconName } from "@/ui/Icon/Icon";
import { Picture } from "@/ui/Picture/Picture";
import { Sheet } from "@/ui/Sheet/Sheet";
import { type GalleryItem, keyOf, type MediaItem, pictureOf } from "./galleryItems";
import styles from "./Lightbox.module.css";
import { SpinSlide } from "./media/SpinSlide";
import { pauseVideos, VideoSlide } from "./media/VideoSlide";
import { useFullScreen } from "./useFullScreen";
import { useZoom, type Zoom } from "./useZoom";
import { MAX_SCALE, STEP } from "./zoom";

/** Pixels that an arrow key moves an enlarged picture. */
const MOVE = 80;
const UNKNOWN = { width: 4, height: 5 };

interface Props {
  title: string;
  items: readonly GalleryItem[];
  /** Index of the item to show first. */
  start: number;
  /** Called with the index of the item shown last. */
  onClose: (last: number) => void;
}

/** Pictures over the whole window, to look at closely; videos and a spin among them. */
export function Lightbox({ title, items, start, onClose }: Props) {
  const [current, setCurrent] = useState(start);
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const step = (by: 1 | -1) => {
    if (!items[current + by]) return;
    pauseVideos();
    setCurrent(current + by);
    zoom.reset();
  };
  const item = items[current];
  const canZoom = item?.kind === "picture";
  const zoom = useZoom(frame, { picture: sizeOf(item && pictureOf(item)), onSwipe: step });
  useKeys(zoom, step, canZoom);
  // A video that plays below would be heard.
  useEffect(() => pauseVideos(), []);
  return (
    <Sheet title={title} placement="full" onClose={() => onClose(current)}>
      <div ref={box} className={styles["lightbox"]}>
        <div
          ref={frame}
          className={styles["frame"]}
          data-whole={zoom.view.scale === 1 || undefined}
        >
          {items.map((one, index) =>
            // The neighbours are loaded, and follow a finger.
            Math.abs(index - current) > 1 ? null : (
              <Slide
                key={keyOf(one)}
                item={one}
                title={title}
                total={items.filter(({ kind }) => kind === "picture").length}
                place={index - current}
                zoom={zoom}
              />
            ),
          )}
        </div>
        <Controls {...{ box, zoom, canZoom, current, step }} total={items.length} />
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
  item: GalleryItem;
  title: string;
  /** Pictures in all. */
  total: number;
  /** 0 in view, 1 to the right of it, -1 to the left. */
  place: number;
  zoom: Zoom;
}

function Slide({ item, title, total, place, zoom }: SlideProps) {
  return (
    <div
      className={styles["slide"]}
      data-held={zoom.isHeld || undefined}
      aria-hidden={place !== 0}
      style={{ transform: `translateX(calc(${place * 100}% + ${zoom.drag}px))` }}
    >
      {item.kind === "picture" ? (
        <Enlarged
          picture={item.picture}
          alt={item.picture.alt || t("product.pictureOf", { title, number: item.number, total })}
          {...{ place, zoom }}
        />
      ) : (
        <Media isShown={place === 0} {...{ item, title }} />
      )}
    </div>
  );
}

interface MediaProps {
  item: MediaItem;
  title: string;
  isShown: boolean;
}

/** A spin or a video, which take pointers and the wheel for themselves; a neighbour is a picture. */
function Media({ item, title, isShown }: MediaProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    const stop = (event: Event) => event.stopPropagation();
    for (const name of ["pointerdown", "wheel"]) element?.addEventListener(name, stop);
    return () => {
      for (const name of ["pointerdown", "wheel"]) element?.removeEventListener(name, stop);
    };
  }, []);
  const fill = { sizes: "100vw", ratio: null, fit: "contain" } as const;
  return (
    <div ref={box} className={styles["media"]}>
      {!isShown && <Picture picture={pictureOf(item)} alt="" {...fill} />}
      {isShown && item.kind === "spin" && <SpinSlide title={title} spin={item.spin} {...fill} />}
      {isShown && item.kind === "video" && <VideoSlide video={item.video} fills />}
    </div>
  );
}

interface EnlargedProps {
  picture: ApiPicture;
  alt: string;
  place: number;
  zoom: Zoom;
}

function Enlarged({ picture, alt, place, zoom }: EnlargedProps) {
  const { scale, centre } = place === 0 ? zoom.view : { scale: 1, centre: { x: 0, y: 0 } };
  const { width, height } = sizeOf(picture);
  const fitted = `min(100vw, ${Math.round((width / height) * 100)}vh)`;
  return (
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
  );
}

interface ControlsProps {
  /** What is shown on the full screen. */
  box: RefObject<HTMLElement | null>;
  zoom: Zoom;
  /** False for videos and spins. */
  canZoom: boolean;
  current: number;
  total: number;
  step: (by: 1 | -1) => void;
}

function Controls({ box, zoom, canZoom, current, total, step }: ControlsProps) {
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
          isOff={scale === 1 || !canZoom}
          onClick={() => canZoom && zoom.zoomBy(1 / STEP)}
        />
        <Control
          icon="plus"
          label={t("lightbox.zoomIn")}
          isOff={scale >= MAX_SCALE || !canZoom}
          onClick={() => canZoom && zoom.zoomBy(STEP)}
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
function useKeys(zoom: Zoom, step: (by: 1 | -1) => void, canZoom: boolean): void {
  useEffect(() => {
    const isWhole = zoom.view.scale === 1;
    const steps = {
      ArrowRight: () => (isWhole ? step(1) : zoom.moveBy({ x: -MOVE, y: 0 })),
      ArrowLeft: () => (isWhole ? step(-1) : zoom.moveBy({ x: MOVE, y: 0 })),
    };
    const zooms = {
      ArrowDown: () => zoom.moveBy({ x: 0, y: -MOVE }),
      ArrowUp: () => zoom.moveBy({ x: 0, y: MOVE }),
      "+": () => zoom.zoomBy(STEP),
      "=": () => zoom.zoomBy(STEP),
      "-": () => zoom.zoomBy(1 / STEP),
      "0": zoom.reset,
    };
    const effects: Record<string, () => void> = canZoom ? { ...steps, ...zooms } : steps;
    const onKeyDown = (event: KeyboardEvent) => {
      const effect = effects[event.key];
      // The browser's own shortcuts, such as zooming the page.
      if (!effect || event.ctrlKey || event.metaKey || event.altKey) return;
      // A spin has turned with it, or a video seeks.
      if (event.defaultPrevented || event.target instanceof HTMLVideoElement) return;
      event.preventDefault();
      effect();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
}
