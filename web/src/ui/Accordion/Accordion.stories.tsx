import { Accordion } from "./Accordion";

export const Collapsed = () => <Accordion title="Delivery">Arrives in three days.</Accordion>;

export const Expanded = () => (
  <Accordion title="Returns" open>
    Within 30 days.
  </Accordion>
);
