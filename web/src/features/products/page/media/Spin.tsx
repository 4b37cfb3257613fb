import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { ProductSpin } from "@/api/types";
import { t } from "@/messages/t";
import { useImage } from "@/ui/Picture/useImage";
import { listenToDrag } from "./drag";
import styles from "./Spin.module.css";
import { degrees, frameOfDrag, frameOfKey, nearestLoaded } from "./spin";
import { useFrames } from "./useFrames";

interface Props {
  title: string;
  spin: ProductSpin;
  /** `contain` shows the whole picture, `cover` fills the frame. */
  fit: "cover" | "contain";
}

/** The product, turned by dragging or by the keys of a slider. */
export function Spin({ title, spin, fit }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const hint = useId();
  const count = spin.frames.length;
  const [frame, setFrame] = useState(0);
  const [pixels, setPixels] = useState(0);
  const { endpoint = "" } = useImage(spin.picture.path);
  const { urls, failed, retry } = useFrames(spin.frames, endpoint, pixels);
  useDrag(box, frame, (from, by, width) => setFrame(frameOfDrag(from, by, width, count)));
  useEffect(() => {
    setPixels((box.current?.clientWidth ?? 0) * devicePixelRatio);
    // Whoever started it goes on with the keys.
    box.current?.focus({ preventScroll: true });
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = frameOfKey(event.key, frame, count);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setFrame(next);
  };
  const shown = nearestLoaded(frame, new Set(urls.keys()), count);
  return (
    <>
      <div
        ref={box}
        className={styles["spin"]}
        role="slider"
        tabIndex={0}
        aria-label={t("productMedia.turn", { title })}
        aria-valuemin={0}
        aria-valuemax={degrees(count - 1, count)}
        aria-valuenow={degrees(frame, count)}
        aria-valuetext={t("productMedia.degrees", { degrees: degrees(frame, count) })}
        aria-describedby={hint}
        onKeyDown={onKeyDown}
      >
        {shown !== undefined && (
          <img src={urls.get(shown)} alt="" data-fit={fit} draggable={false} />
        )}
      </div>
      <p id={hint} className={styles["hint"]}>
        {t("productMedia.howToTurn")}
      </p>
      <Progress loaded={urls.size} failed={failed} total={count} onRetry={retry} />
    </>
  );
}

/** Turns by dragging, from the frame at which the drag began. */
function useDrag(
  box: React.RefObject<HTMLElement | null>,
  frame: number,
  onTurn: (from: number, pixels: number, width: number) => void,
): void {
  const latest = useRef({ frame, onTurn });
  useEffect(() => {
    latest.current = { frame, onTurn };
  });
  useEffect(() => {
    let from = 0;
    if (!box.current) return undefined;
    return listenToDrag(box.current, () => ({
      onStart: () => {
        from = latest.current.frame;
      },
      onMove: (pixels, width) => latest.current.onTurn(from, pixels, width),
    }));
  }, [box]);
}

interface ProgressProps {
  loaded: number;
  failed: number;
  total: number;
  onRetry: () => void;
}

function Progress({ loaded, failed, total, onRetry }: ProgressProps) {
  if (failed > 0 && loaded + failed >= total) {
    return (
      <p className={styles["progress"]} role="alert">
        {t("productMedia.framesFailed")}{" "}
        <button type="button" className="link" onClick={onRetry}>
          {t("action.tryAgain")}
        </button>
      </p>
    );
  }
  return loaded < total ? (
    <p className={styles["progress"]} role="status">
      {t("productMedia.loading", { loaded, total })}
    </p>
  ) : null;
}
