import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Versioned } from "../../api/client";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { ColourField } from "../../ui/ColourField";
import { PictureField } from "../../ui/pictures/PictureField";
import { Loaded } from "./Loaded";
import { type Company, companyQuery, saveCompany } from "./queries";
import { StepForm, type StepProps } from "./StepForm";
import { useSaveStep } from "./useSaveStep";

/** Logo and colour. */
export default function LookStep(props: StepProps) {
  return (
    <Loaded query={useQuery(companyQuery)}>
      {(loaded) => <Form key={loaded.etag} {...props} loaded={loaded} />}
    </Loaded>
  );
}

function Form({ loaded, ...props }: StepProps & { loaded: Versioned<Company> }) {
  const { output, etag } = loaded;
  const [logo, setLogo] = useState(output.logo);
  const [colour, setColour] = useState(output.primaryColour ?? "");
  const save = useSaveStep(
    () =>
      saveCompany({ ...output, logo, primaryColour: colour === "" ? null : colour }, etag ?? ""),
    props.onDone,
  );
  const errors = fieldErrors(save.error);
  const isEmpty = logo === null && colour === "";
  return (
    <StepForm {...props} save={save} missing={missingOf(output.name, isEmpty)}>
      <PictureField
        label={t("guide.logo")}
        description={t("guide.logoHelp")}
        withAlt={false}
        error={errors["logo"]}
        value={logo === null ? null : { path: logo, width: 0, height: 0, colour: "", alt: "" }}
        onChange={(picture) => setLogo(picture?.path ?? null)}
      />
      <ColourField
        label={t("guide.colour")}
        description={t("guide.colourHelp")}
        value={colour}
        error={errors["primaryColour"]}
        onChange={setColour}
      />
    </StepForm>
  );
}

function missingOf(name: string, isEmpty: boolean): string | null {
  if (name === "") return t("guide.nameFirst");
  return isEmpty ? t("guide.lookMissing") : null;
}
