import { SegmentedControl } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { PREVIEW_PARAMETER, PREVIEW_READY, type PreviewMessage } from "@/preview/messages";
import { t } from "../../messages/t";
import styles from "./StorefrontPreview.module.css";

/** CSS pixels of the framed page. */
const SIZES = { phone: { width: 390, height: 780 }, desktop: { width: 1280, height: 860 } };
type Device = keyof typeof SIZES;

const DEVICES = [
  { value: "phone", label: t("preview.phone") },
  { value: "desktop", label: t("preview.desktop") },
] as const;

interface Props {
  /** Name of the frame for screen readers. */
  label: string;
  /** Path of the storefront page; another one loads it. */
  path?: string;
  /** Unsaved content, sent whenever it changes and after each load. */
  message: PreviewMessage | null;
}

/** The real storefront in a frame, as on a phone or a desktop computer, with unsaved content. */
export function StorefrontPreview({ label, path = "/", message }: Props) {
  const [device, setDevice] = useState<Device>("phone");
  const { ref, isReady } = useMessages(message);
  const stage = useRef<HTMLDivElement>(null);
  const { width, height } = SIZES[device];
  const scale = useScale(stage, width);
  return (
    <div className={styles.preview}>
      <SegmentedControl
        aria-label={t("preview.device")}
        value={device}
        onChange={setDevice}
        data={[...DEVICES]}
      />
      <div
        ref={stage}
        className={styles.stage}
        aria-busy={!isReady}
        style={{ height: height * scale }}
      >
        <iframe
          ref={ref}
          className={styles.frame}
          title={label}
          src={`${path}?${PREVIEW_PARAMETER}`}
          width={width}
          height={height}
          style={{
            transform: `scale(${scale})`,
            marginInlineStart: `max(0px, 50% - ${(width * scale) / 2}px)`,
          }}
        />
      </div>
    </div>
  );
}

/** Sends the message once the page listens, and again when it changes or the page was loaded again. */
function useMessages(message: PreviewMessage | null) {
  const ref = useRef<HTMLIFrameElement>(null);
  const [loads, setLoads] = useState(0);
  const send = useCallback(() => {
    if (message) ref.current?.contentWindow?.postMessage(message, window.location.origin);
  }, [message]);
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<unknown>) => {
      const isOwn = origin === window.location.origin && source === ref.current?.contentWindow;
      if (isOwn && isReadyMessage(data)) setLoads((count) => count + 1);
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, []);
  useEffect(() => {
    if (loads > 0) send();
  }, [loads, send]);
  return { ref, isReady: loads > 0 };
}

function isReadyMessage(data: unknown): boolean {
  return typeof data === "object" && data !== null && "type" in data && data.type === PREVIEW_READY;
}

/** The factor by which a page is reduced to fit into the width of an element; never enlarged. */
function useScale(stage: React.RefObject<HTMLDivElement | null>, width: number): number {
  const [available, setAvailable] = useState(width);
  useEffect(() => {
    if (!stage.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setAvailable(entry.contentRect.width);
    });
    observer.observe(stage.current);
    return () => observer.disconnect();
  }, [stage]);
  return Math.min(1, available / width);
}
