import { Button } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { t } from "../../messages/t";
import { createReader } from "./reader";
import styles from "./Scanner.module.css";

interface Props {
  /** The text of the first barcode that the camera sees. */
  onRead: (text: string) => void;
  onClose: () => void;
}

/** Shows the camera and reads barcodes until there is one. */
export default function Scanner({ onRead, onClose }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const failed = useScanning(video, onRead);
  return (
    <div className={styles.scanner}>
      {failed ? (
        <p role="alert">{t("ui.scanFailed")}</p>
      ) : (
        <>
          <video ref={video} muted playsInline aria-label={t("ui.camera")} />
          <p role="status">{t("ui.scanning")}</p>
        </>
      )}
      <Button onClick={onClose}>{t("ui.scanStop")}</Button>
    </div>
  );
}

/** Returns whether the camera cannot be used. */
function useScanning(
  video: { current: HTMLVideoElement | null },
  onRead: (text: string) => void,
): boolean {
  const [failed, setFailed] = useState(false);
  const read = useEffectEvent(onRead);
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    scan(video, signal).then(
      (text) => (text === null ? undefined : read(text)),
      () => signal.aborted || setFailed(true),
    );
    return () => stopping.abort();
  }, [video]);
  return failed;
}

/** The text of the first barcode; null if it was stopped before. Fails if there is no camera or no permission. */
async function scan(
  video: { current: HTMLVideoElement | null },
  signal: AbortSignal,
): Promise<string | null> {
  const reader = await createReader();
  if (reader === null) throw new Error("This browser reads no barcodes.");
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment" },
  });
  try {
    while (!signal.aborted && video.current) {
      const shown = video.current;
      if (shown.srcObject !== stream) {
        shown.srcObject = stream;
        await shown.play();
      }
      const [code] = await reader.detect(shown);
      if (code) return code.rawValue;
      await nextFrame();
    }
    return null;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
