import { cx } from "./cx";
import styles from "./Icon.module.css";

/** Path data in a 24 × 24 view box. */
const paths = {
  barcode: "M4 6v12M7 6v12M10 6v8M13 6v12M16 6v8M20 6v12M10 17v1M16 17v1",
  box: "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8",
  bell: "M6 17h12l-1.500-3v-4a4.500 4.500 0 0 0-9 0v4zM10 20h4",
  chart: "M4 20h16M7 16v-5M12 16V6M17 16v-8",
  chat: "M4 5h16v11H10l-4 4v-4H4z",
  check: "M5 12.500l4.500 4.500L19 7.500",
  close: "M6 6l12 12M18 6L6 18",
  columns: "M4 5h16v14H4zM10 5v14M15 5v14",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  customer: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-6 8-6s7 2 8 6",
  document: "M6 3h8l4 4v14H6zM14 3v4h4M9 13h6M9 17h6",
  dots: "M5 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2zM12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2zM19 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2z",
  down: "M6 9l6 6 6-6",
  download: "M12 4v11M8 11l4 4 4-4M5 20h14",
  edit: "M4 20l1-4L16 5l3 3L8 19z",
  external: "M14 5h5v5M19 5l-8 8M17 13v6H5V7h6",
  eye: "M3 12c3-5 6-7 9-7s6 2 9 7c-3 5-6 7-9 7s-6-2-9-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  filter: "M4 7h16M7 12h10M10 17h4",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.200 2.200M16.200 16.200l2.200 2.200M18.400 5.600l-2.200 2.200M7.800 16.200l-2.200 2.200",
  grip: "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
  home: "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M9 9h.01",
  info: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 11v5M12 8h.01",
  key: "M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 12l8-8M16 7l3 3",
  left: "M14.500 6l-6 6 6 6",
  mail: "M4 6h16v12H4zM4 7l8 6 8-6",
  menu: "M4 7h16M4 12h16M4 17h16",
  money: "M3 6h18v12H3zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM6 9v.01M18 15v.01",
  note: "M5 4h14v11l-5 5H5zM14 20v-5h5",
  orders: "M6 4h12v17l-3-2-3 2-3-2-3 2zM9 9h6M9 13h6",
  percent:
    "M6 18L18 6M7.500 9a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3zM16.500 18a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3z",
  phone:
    "M6 4h3l1.500 4-2 1.500a11 11 0 0 0 6 6l1.500-2 4 1.500v3a2 2 0 0 1-2 2A15 15 0 0 1 4 6a2 2 0 0 1 2-2z",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  pulse: "M3 12h4l3-7 4 14 3-7h4",
  returns: "M4 9h11a5 5 0 0 1 0 10H8M8 5L4 9l4 4",
  right: "M9.500 6l6 6-6 6",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4",
  shield: "M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z",
  sort: "M8 5v14M8 19l-3-3M8 19l3-3M14 7h6M14 12h4M14 17h2",
  star: "M12 4l2.500 5 5.500.8-4 3.900.900 5.500L12 16.600 7.100 19.200 8 13.700 4 9.800 9.500 9z",
  store: "M4 10l2-5h12l2 5M5 10v10h14V10M4 10h16M10 20v-6h4v6",
  tag: "M4 4h8l8 8-8 8-8-8zM8 8h.01",
  team: "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM3 19c.6-3.500 3-5 6-5s5.400 1.500 6 5M16 5a3 3 0 0 1 0 6M18 14.500c1.800.6 2.700 2 3 4.500",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  truck:
    "M3 6h11v10H3zM14 10h4l3 3v3h-7zM7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  up: "M6 15l6-6 6 6",
  upload: "M12 15V4M8 8l4-4 4 4M5 20h14",
  wallet: "M4 7h14v12H4zM4 7l11-3v3M14 12h6v3h-6z",
  warn: "M12 4l9 16H3zM12 10v4M12 17h.01",
  webhook: "M12 5a3 3 0 0 1 2 5l3 5M6 16a3 3 0 1 0 3 3h7M15 16a3 3 0 1 1-1 5M10 8l-4 8",
} as const;

export type IconName = keyof typeof paths;

/** The icon of this name, or another one: names also come from plug-ins. */
export function iconOr(name: string, other: IconName): IconName {
  return name in paths ? (name as IconName) : other;
}

interface Props {
  name: IconName;
  small?: boolean;
  className?: string | undefined;
}

/** A decoration: the text or label beside it says the same. */
export function Icon({ name, small = false, className }: Props) {
  return (
    <svg
      className={cx(styles.icon, small && styles.small, className)}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
