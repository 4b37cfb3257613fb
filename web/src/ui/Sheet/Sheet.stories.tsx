import { useState } from "react";
import { Button } from "../Button/Button";
import { Sheet } from "./Sheet";

const PLACEMENTS = ["left", "right", "bottom", "centre", "full"] as const;

export function Placements() {
  const [placement, setPlacement] = useState<(typeof PLACEMENTS)[number] | null>(null);
  return (
    <>
      {PLACEMENTS.map((one) => (
        <Button key={one} variant="tertiary" onClick={() => setPlacement(one)}>
          {one}
        </Button>
      ))}
      {placement && (
        <Sheet
          title="Menu"
          placement={placement}
          onClose={() => setPlacement(null)}
          footer={<Button fullWidth>Apply</Button>}
        >
          Content
        </Sheet>
      )}
    </>
  );
}
