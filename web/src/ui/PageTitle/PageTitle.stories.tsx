import { Button } from "../Button/Button";
import { PageTitle } from "./PageTitle";

export const WithNoteAndAction = () => (
  <PageTitle title="Wishlist" note="3 items" action={<Button variant="tertiary">Share</Button>} />
);
