import { Badge } from "./Badge";

export const OneDigit = () => <Badge count={3} />;

export const MoreThan99 = () => <Badge count={120} />;
