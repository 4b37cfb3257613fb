import { Link } from "react-router";
import { t } from "../../../messages/t";
import type { HomePlace } from "./queries";

const NOTES = {
  sliders: {
    automatic: "sliders.slidersAutomatic",
    placed: "sliders.slidersPlaced",
    absent: "sliders.slidersAbsent",
  },
  sections: {
    automatic: "sliders.sectionsAutomatic",
    placed: "sliders.sectionsComposed",
    absent: "sliders.sectionsComposed",
  },
  section: {
    automatic: "sliders.sectionAutomatic",
    placed: "sliders.sectionPlaced",
    absent: "sliders.sectionAbsent",
  },
} as const;

interface Props {
  home: HomePlace;
  of: keyof typeof NOTES;
}

/** Whether shoppers see it on the home page, and where that is decided. */
export function HomeNote({ home, of }: Props) {
  return (
    <span className="small quiet">
      {t(NOTES[of][home])}{" "}
      <Link className="link" to="/storefront/home">
        {t("sliders.openHome")}
      </Link>
    </span>
  );
}
