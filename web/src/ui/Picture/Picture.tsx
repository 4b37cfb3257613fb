import { type CSSProperties, useState } from "react";
import type { Picture as ApiPicture } from "@/api/types";
import { cx } from "../cx";
import styles from "./Picture.module.css";
import { previewGradient } from "./previewGradient";
import { recordRendition, renditionOf } from "./renditions";
import { avifSetOf, sourceOf, sourceSetOf } from "./sources";
import { sourcesOnMount } from "./sourcesOnMount";
import { useImage } from "./useImage";
import { useMounted } from "./useMounted";

const AVIF = "image/avif";
const PHONE = "(max-width: 760px)";

interface Props {
  /** From the API; null shows a placeholder. */
  picture: ApiPicture | null | undefined;
  /** Overrides the picture's own text; empty if the text beside it says the same. */
  alt?: string;
  /** The `sizes` attribute: its rendered width. */
  sizes: string;
  /** Aspect ratio of the frame, such as "4 / 5"; null fills the parent. */
  ratio?: string | null;
  /** Another crop for phones. */
  phone?: ApiPicture | null | undefined;
  /**
   * Loads it eagerly and with high priority: for the largest picture of the first view. Until it is there,
   * a smaller rendition that an earlier page has loaded is shown.
   */
  first?: boolean;
  /** Loads it eagerly: for the other pictures of the first view. */
  eager?: boolean;
  /** `contain` shows the whole picture, `cover` fills the frame. */
  fit?: "cover" | "contain";
  className?: string | undefined;
}

/** An image in a frame of fixed aspect ratio, so that nothing moves when it loads. */
export function Picture({
  picture,
  alt = picture?.alt ?? "",
  sizes,
  ratio = "4 / 5",
  phone,
  first = false,
  eager = false,
  fit = "cover",
  className,
}: Props) {
  const { isMounted, ref } = useMounted();
  return (
    <span
      ref={ref}
      className={cx(styles["frame"], ratio === null && styles["fill"], className)}
      style={{
        ...(ratio === null ? {} : { aspectRatio: ratio }),
        ...(picture?.colour ? { backgroundColor: picture.colour } : {}),
        // Beside a picture that is shown whole it would be seen for good.
        ...(picture?.preview && fit === "cover"
          ? { backgroundImage: previewGradient(picture.preview) }
          : {}),
      }}
    >
      {isMounted && (
        // The key resets the endpoints tried when the picture changes.
        <Source
          key={picture?.path}
          path={picture?.path ?? ""}
          focus={picture?.focus?.map((part) => `${part}%`).join(" ")}
          phone={phone?.path}
          {...{ alt, sizes, first, eager, fit }}
        />
      )}
    </span>
  );
}

function Source({
  path,
  focus,
  phone,
  alt,
  sizes,
  first,
  eager,
  fit,
}: Required<Pick<Props, "alt" | "sizes" | "first" | "eager" | "fit">> & {
  path: string;
  /** The part that stays visible in a crop, as `object-position`. */
  focus: string | undefined;
  phone: string | undefined;
}) {
  const { endpoint, isWaiting, isProbe, onLoad, onError } = useImage(path);
  const earlier = useEarlierRendition(path, first);
  if (endpoint === undefined) return <Placeholder alt={alt} />;
  if (isWaiting) return null;
  const image = (
    <img
      className={styles["image"]}
      data-fit={fit}
      style={{
        ...(focus ? { objectPosition: focus } : {}),
        ...earlier.style(fit, focus),
      }}
      alt={alt}
      loading={first || eager || isProbe ? "eager" : "lazy"}
      fetchPriority={first ? "high" : "auto"}
      decoding={first ? "auto" : "async"}
      onLoad={({ currentTarget }) => {
        recordRendition(path, currentTarget.currentSrc);
        earlier.end();
        onLoad();
      }}
      onError={onError}
      {...sourcesOnMount({
        sizes,
        srcSet: sourceSetOf(endpoint, path),
        src: sourceOf(endpoint, path),
      })}
    />
  );
  const avif = avifSetOf(endpoint, path);
  if (phone === undefined && avif === undefined) return image;
  return (
    <picture>
      {phone !== undefined && <PhoneSources {...{ endpoint, phone, sizes }} />}
      {avif !== undefined && <source type={AVIF} {...sourcesOnMount({ sizes, srcSet: avif })} />}
      {image}
    </picture>
  );
}

/** The rendition that is shown behind a first picture while that loads. */
function useEarlierRendition(path: string, first: boolean) {
  const [source, setSource] = useState(() => (first ? renditionOf(path) : undefined));
  return {
    style: (fit: "cover" | "contain", focus = "center"): CSSProperties =>
      source === undefined
        ? {}
        : { background: `url(${JSON.stringify(source)}) ${focus} / ${fit} no-repeat` },
    end: () => setSource(undefined),
  };
}

/** The crop for phones, as AVIF and in its own format; the browser uses the first that it supports. */
function PhoneSources({
  endpoint,
  phone,
  sizes,
}: {
  endpoint: string;
  phone: string;
  sizes: string;
}) {
  const avif = avifSetOf(endpoint, phone);
  return (
    <>
      {avif !== undefined && (
        <source media={PHONE} type={AVIF} {...sourcesOnMount({ sizes, srcSet: avif })} />
      )}
      <source
        media={PHONE}
        {...sourcesOnMount({
          sizes,
          srcSet: sourceSetOf(endpoint, phone) ?? sourceOf(endpoint, phone),
        })}
      />
    </>
  );
}

function Placeholder({ alt }: { alt: string }) {
  return (
    <span className={styles["placeholder"]} {...(alt ? { role: "img", "aria-label": alt } : {})}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <path d="M10 12h28v24H10zM10 31l8-7 6 5 5-4 9 7M31 17a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z" />
      </svg>
    </span>
  );
}
