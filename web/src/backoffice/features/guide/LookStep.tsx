import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Versioned } from "../../api/client";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { ColourField } from "../../ui/ColourField";
import { PictureField } from "../../ui/pictures/PictureField";
import { Loaded } from "./Loaded";
import { colourQuery, type Company, companyQuery, saveColour, saveCompany } from "./queries";
import { StepForm, type StepProps } from "./StepForm";
import { useSaveStep } from "./useSaveStep";

/** Logo and colour. */
export default function LookStep(props: StepProps) {
  const colour = useQuery(colourQuery);
  return (
    <Loaded query={useQuery(companyQuery)}>
      {(loaded) => (
        <Loaded query={colour}>
          {(stored) => (
            <Form
              key={`${loaded.etag ?? ""} ${stored.colour ?? ""}`}
              {...props}
              loaded={loaded}
              stored={stored.colour}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface FormProps extends StepProps {
  loaded: Versioned<Company>;
  /** The colour as saved. */
  stored: string | null;
}

function Form({ loaded, stored, ...props }: FormProps) {
  const { output, etag } = loaded;
  const [logo, setLogo] = useState(output.logo);
  const [colour, setColour] = useState(stored ?? "");
  const save = useSaveStep(async () => {
    const chosen = colour === "" ? null : colour;
    // The colour may be refused, so it comes first.
    if (chosen !== stored) await saveColour(chosen);
    if (logo !== output.logo) await saveCompany({ ...output, logo }, etag ?? "");
  }, props.onDone);
  const errors = fieldErrors(save.error);
  const isEmpty = logo === null && colour === "";
  return (
    <StepForm {...props} save={save} missing={missingOf(output.name, isEmpty)}>
      <PictureField
        label={t("guide.logo")}
        description={t("guide.logoHelp")}
        withAlt={false}
        error={errors["logo"]}
        value={
          logo === null
            ? null
            : { path: logo, width: 0, height: 0, colour: "", preview: null, alt: "" }
        }
        onChange={(picture) => setLogo(picture?.path ?? null)}
      />
      <ColourField
        label={t("guide.colour")}
        description={t("guide.colourHelp")}
        value={colour}
        error={errors["colour"]}
        onChange={setColour}
      />
    </StepForm>
  );
}

function missingOf(name: string, isEmpty: boolean): string | null {
  if (name === "") return t("guide.nameFirst");
  return isEmpty ? t("guide.lookMissing") : null;
}
