import { trackingLink } from "./carriers";
import styles from "./settings.module.css";

interface Props {
  name: string;
  template: string;
  number: string;
}

/** The link that a customer gets with a tracking number. */
export function TrackingLink({ name, template, number }: Props) {
  const link = trackingLink(template, number);
  return (
    <span className={styles.address}>
      {link === null ? null : (
        <a
          className="link small"
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          title={name}
        >
          {link}
        </a>
      )}
    </span>
  );
}
