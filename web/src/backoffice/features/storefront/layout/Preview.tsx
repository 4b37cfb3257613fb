import { SegmentedControl } from "@mantine/core";
import { useDebouncedValue, useElementSize } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type LayoutPreview, PREVIEW_PARAMETER, PREVIEW_READY } from "@/preview/messages";
import { hasCode } from "../../../api/errors";
import { t } from "../../../messages/t";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Panel } from "../../../ui/Panel";
import styles from "./layout.module.css";
import { type Draft, previewQuery } from "./queries";

const PAUSE_MS = 300;
/** CSS pixels of the two devices. */
const WIDTHS = { desktop: 1280, phone: 390 } as const;
type Device = keyof typeof WIDTHS;

interface Props {
  draft: Draft;
  section: string | null;
  isNarrow: boolean;
}

/** The real storefront with a draft. The draft goes to this frame only, and is not stored. */
export function Preview({ draft, section, isNarrow }: Props) {
  const [device, setDevice] = useState<Device>(isNarrow ? "phone" : "desktop");
  const [shown] = useDebouncedValue(draft, PAUSE_MS);
  const query = useQuery(previewQuery(shown));
  const frame = useRef<HTMLIFrameElement>(null);
  const loads = useLoads(frame);
  const { data, error, isPlaceholderData, isFetching } = query;
  useEffect(() => {
    if (loads > 0 && data) send(frame.current, data);
  }, [loads, data]);
  useEffect(() => {
    if (loads > 0 && section !== null) send(frame.current, { section });
  }, [loads, section, device, data]);
  return (
    <Panel
      className={styles.preview}
      title={t("layout.preview")}
      actions={
        <SegmentedControl
          aria-label={t("layout.device")}
          value={device}
          onChange={(value) => setDevice(value)}
          data={[
            { value: "desktop", label: t("layout.desktop") },
            { value: "phone", label: t("layout.phone") },
          ]}
        />
      }
    >
      {hasCode(error, "invalid_fields") ? (
        <p className="small quiet">{t("layout.incomplete")}</p>
      ) : (
        <ErrorNote error={error} />
      )}
      <Scaled width={WIDTHS[device]} isBusy={isFetching || isPlaceholderData || loads === 0}>
        <iframe ref={frame} title={t("layout.frame")} src={`/?${PREVIEW_PARAMETER}`} />
      </Scaled>
    </Panel>
  );
}

/** How often the storefront in the frame has started. */
function useLoads(frame: React.RefObject<HTMLIFrameElement | null>): number {
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<{ type?: unknown } | null>) => {
      if (origin !== window.location.origin || data?.type !== PREVIEW_READY) return;
      if (source === frame.current?.contentWindow) setLoads((before) => before + 1);
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [frame]);
  return loads;
}

function send(frame: HTMLIFrameElement | null, content: Omit<LayoutPreview, "type">): void {
  const message: LayoutPreview = { type: "stallage.preview.layout", ...content };
  frame?.contentWindow?.postMessage(message, window.location.origin);
}

interface ScaledProps {
  /** CSS pixels of the page inside. */
  width: number;
  isBusy: boolean;
  children: React.ReactNode;
}

/** Shows a page as wide as on a device, made smaller where it does not fit. */
function Scaled({ width, isBusy, children }: ScaledProps) {
  const { ref, width: available, height } = useElementSize();
  const scale = available === 0 ? 1 : Math.min(1, available / width);
  return (
    <div ref={ref} className={styles.stage} aria-busy={isBusy}>
      <div
        className={styles.device}
        style={{
          width,
          height: height / scale,
          transform: `scale(${scale})`,
          marginInlineStart: Math.max(0, (available - width * scale) / 2),
        }}
      >
        {children}
      </div>
    </div>
  );
}
