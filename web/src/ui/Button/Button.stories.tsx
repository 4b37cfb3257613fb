import { Button } from "./Button";

export const Primary = () => <Button>Add to cart</Button>;

export const Secondary = () => <Button variant="secondary">Try again</Button>;

export const Tertiary = () => <Button variant="tertiary">Sign out</Button>;

export const FullWidth = () => <Button fullWidth>Check out</Button>;

export const Busy = () => <Button busy>Place order</Button>;

export const Disabled = () => <Button disabled>Sold out</Button>;
