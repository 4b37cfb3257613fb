import { Skeleton } from "@mantine/core";
import { lazy, type ReactNode, Suspense } from "react";

export interface RichTextProps {
  label: string;
  /** HTML. The server sanitises it when it is saved. */
  value: string;
  /** Called with HTML; an empty document is the empty string. */
  onChange: (value: string) => void;
  description?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  /** The height of an empty editor, in pixels. */
  minHeight?: number;
}

const Editor = lazy(() => import("./richText/RichTextEditor"));

/** Formatted text. The editor is loaded when the first one is shown. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<Skeleton height={(props.minHeight ?? 160) + 76} />}>
      <Editor {...props} />
    </Suspense>
  );
}
