import { useState } from "react";
import { Checkbox } from "./Checkbox";
import { DateField } from "./DateField";
import { FIELDS } from "./fields";
import { RadioGroup } from "./RadioGroup";
import { SelectField } from "./SelectField";
import { TextArea } from "./TextArea";
import { TextField } from "./TextField";

const COLOURS = [
  { value: "red", label: "Red" },
  { value: "blue", label: "Blue", text: "Arrives in three days", aside: "$5" },
];

export function Text() {
  const [value, setValue] = useState("");
  return (
    <TextField label="City" hint="Where you live" optional value={value} onChange={setValue} />
  );
}

export function InvalidText() {
  const [value, setValue] = useState("");
  return (
    <TextField label="Email" error="Email cannot be blank." value={value} onChange={setValue} />
  );
}

export function LimitedText() {
  const [value, setValue] = useState("");
  return <TextArea label="Review" field={FIELDS.review} value={value} onChange={setValue} />;
}

export function Select() {
  const [value, setValue] = useState("red");
  return <SelectField label="Colour" value={value} onChange={setValue} choices={COLOURS} />;
}

export function Radio() {
  const [value, setValue] = useState("red");
  return (
    <RadioGroup legend="Colour" showLegend {...{ value }} onChange={setValue} choices={COLOURS} />
  );
}

export function CheckboxWithText() {
  const [checked, setChecked] = useState(false);
  return (
    <Checkbox label="Gift wrap" checked={checked} onChange={setChecked}>
      In recycled paper
    </Checkbox>
  );
}

export const Day = () => (
  <DateField label="Date of birth" value="1990-03-09" onChange={() => undefined} />
);
