import { Stars } from "./Stars";

export const FourPointThree = () => <Stars value={4.3} />;
