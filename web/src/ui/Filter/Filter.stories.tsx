import { useState } from "react";
import { Button } from "../Button/Button";
import { ChipList } from "../Chips/Chips";
import type { Conditions, FilterField } from "./conditions";
import { FilterChips } from "./FilterChips";
import { FilterSheet } from "./FilterSheet";

const FIELDS: readonly FilterField[] = [
  { key: "title", label: "Title", kind: "text" },
  { key: "price", label: "Price", kind: "money", currency: "USD" },
  { key: "created", label: "Added", kind: "date" },
];

export function Filter() {
  const [isOpen, setOpen] = useState(false);
  const [applied, setApplied] = useState<Conditions>({
    match: "all",
    conditions: [{ key: "price", operation: "gt", values: ["5000"] }],
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Filter</Button>
      <ChipList onClear={() => setApplied({ match: "all", conditions: [] })}>
        <FilterChips
          applied={applied}
          fieldOf={(key) => FIELDS.find((field) => field.key === key) ?? null}
          onChange={setApplied}
        />
      </ChipList>
      {isOpen && (
        <FilterSheet
          fields={FIELDS}
          applied={applied}
          onApply={setApplied}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
