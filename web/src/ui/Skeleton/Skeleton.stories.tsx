import { Skeleton } from "./Skeleton";

export const Line = () => <Skeleton width="60%" />;

export const Card = () => <Skeleton width="200px" ratio="4 / 5" />;
