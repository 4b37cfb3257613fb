import { useEffect, useRef, useState } from "react";
import type { ProductVideo } from "@/api/types";
import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import { useHydrated } from "@/ui/lazy/useHydrated";
import { sourceOf } from "@/ui/Picture/sources";
import { useImage } from "@/ui/Picture/useImage";
import styles from "./media.module.css";

const POSTER_WIDTH = 960;

/** A poster that plays in its place, with the browser's own controls; these work without a script too. */
export function VideoSlide({ video, fills = false }: { video: ProductVideo; fills?: boolean }) {
  const element = useRef<HTMLVideoElement>(null);
  const [isStarted, setStarted] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const isHydrated = useHydrated();
  const { endpoint = "" } = useImage(video.poster.path);
  const sources = [...new Set([endpoint, ""])].map((base) => sourceOf(base, video.path));
  useEffect(() => {
    // The shopper may have started it before the page was taken over.
    setStarted(element.current?.paused === false);
  }, []);
  return (
    <div className={styles["media"]} data-fill={fills || undefined} data-video>
      <video
        ref={element}
        controls
        playsInline
        preload="none"
        poster={`${sourceOf(endpoint, video.poster.path)}?w=${POSTER_WIDTH}`}
        aria-label={t("productMedia.video", { title: video.title })}
        onPlay={({ currentTarget }) => {
          setStarted(true);
          pauseVideos(currentTarget);
        }}
      >
        {sources.map((src, index) => (
          <source
            key={src}
            src={src}
            type={video.mediaType}
            onError={() => setBroken(index === sources.length - 1)}
          />
        ))}
      </video>
      {isBroken && (
        <p className={styles["broken"]} role="alert">
          {t("productMedia.videoFailed")}
        </p>
      )}
      {isHydrated && !isStarted && !isBroken && (
        <button
          type="button"
          className={styles["play"]}
          aria-label={t("productMedia.play", { title: video.title })}
          onClick={() => {
            // A refusal leaves the controls, which say why.
            element.current?.play().catch(() => undefined);
            element.current?.focus();
          }}
        >
          <Icon name="play" filled />
        </button>
      )}
    </div>
  );
}

/** Pauses the page's videos, but for one. */
export function pauseVideos(except?: HTMLVideoElement): void {
  for (const video of document.querySelectorAll("video")) {
    if (video !== except) video.pause();
  }
}
