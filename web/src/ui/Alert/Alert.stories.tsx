import { Button } from "../Button/Button";
import { Alert, ErrorAlert } from "./Alert";

export const EmptyState = () => (
  <Alert icon="heart" title="No saved items" text="Items that you save appear here.">
    <Button>Browse products</Button>
  </Alert>
);

export const ErrorState = () => <ErrorAlert error={new Error("network")} retry={() => undefined} />;
