export interface PaletteProps {
  opened: boolean;
  onClose: () => void;
}

/** The search box that opens with ⌘K. The frame loads it on first use. */
export default function Palette({ opened, onClose }: PaletteProps) {
  return opened ? <button type="button" onClick={onClose} /> : null;
}
