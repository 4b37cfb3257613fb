import { t } from "../../../messages/t";

interface Props {
  href: string;
  /** What is tried. */
  name: string;
}

/** Opens the list as shoppers see it. */
export function TryLink({ href, name }: Props) {
  return (
    <a
      className="link"
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={t("searchWords.tryNamed", { query: name })}
    >
      {t("searchWords.try")}
    </a>
  );
}

export const searchPath = (query: string) => `/search?q=${encodeURIComponent(query)}`;
