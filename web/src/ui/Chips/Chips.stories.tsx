import { Chip, ChipList } from "./Chips";

export const ActiveFilters = () => (
  <ChipList onClear={() => undefined}>
    <Chip label="Blue" onRemove={() => undefined} />
    <Chip label="Up to $50" onRemove={() => undefined} />
  </ChipList>
);
