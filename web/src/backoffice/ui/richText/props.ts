import type { ReactNode } from "react";

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
