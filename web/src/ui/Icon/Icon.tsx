import styles from "./Icon.module.css";

/** Path data in a 24 × 24 view box. */
const paths = {
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4",
  account: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-6 8-6s7 2 8 6",
  heart:
    "M12 20s-7.5-4.6-7.5-10.2A4.2 4.2 0 0 1 12 7.200a4.2 4.2 0 0 1 7.5 2.600C19.5 15.4 12 20 12 20z",
  cart: "M5 8h14l-1 12H6L5 8zM9 8a3 3 0 0 1 6 0",
  home: "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  down: "M6 9l6 6 6-6",
  left: "M14.5 6l-6 6 6 6",
  right: "M9.5 6l6 6-6 6",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  check: "M5 12.500l4.5 4.500L19 7.5",
  share: "M12 15V4M8 7.500L12 4l4 3.500M5 13v6h14v-6",
  filter: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.600L7 7M17 17l1.4 1.400M18.4 5.600L17 7M7 17l-1.4 1.4",
  device: "M4 5h16v11H4zM9 20h6M12 16v4",
  moon: "M20 14.500A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.500z",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2",
  zoom: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4M11 8v6M8 11h6",
  truck:
    "M3 6h11v10H3zM14 10h4l3 3v3h-7zM7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  box: "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8",
  pause: "M9 6v12M15 6v12",
  play: "M8 5.500v13l10-6.500z",
  phone:
    "M6 4h3l1.5 4-2 1.500a11 11 0 0 0 6 6l1.5-2 4 1.500v3a2 2 0 0 1-2 2A15 15 0 0 1 4 6a2 2 0 0 1 2-2z",
  mail: "M4 6h16v12H4zM4 7l8 6 8-6",
  arrow: "M5 12h14M13 6l6 6-6 6",
  bin: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  edit: "M4 20l1-4L16 5l3 3L8 19z",
  pin: "M12 21s-6-6.2-6-11a6 6 0 0 1 12 0c0 4.8-6 11-6 11zM12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  wallet: "M4 7h15v12H4zM4 7l12-3v3M15 13h1",
  calendar: "M4 6h16v14H4zM4 10h16M8 4v4M16 4v4",
  gift: "M4 9h16v11H4zM4 13h16M12 9v11M12 9c-4 0-5-5-2-5 2 0 2 5 2 5zM12 9c4 0 5-5 2-5-2 0-2 5-2 5z",
  chat: "M4 5h16v11H10l-4 4v-4H4z",
  fullScreen: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  download: "M12 4v11M8 11.500L12 15l4-3.500M5 20h14",
} as const;

export type IconName = keyof typeof paths;

/** A decorative icon: the text or label of the control around it says what it means. */
export function Icon({ name, filled = false }: { name: IconName; filled?: boolean }) {
  return (
    <svg
      className={styles["icon"]}
      data-filled={filled || undefined}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
