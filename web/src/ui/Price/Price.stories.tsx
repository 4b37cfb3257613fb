import { Price } from "./Price";

const dollars = (amount: number) => ({ amount: amount * 100, currency: "USD" });

export const Regular = () => <Price now={dollars(59)} />;

export const Reduced = () => <Price now={dollars(45)} before={dollars(60)} percentOff={25} />;

export const Lowest = () => <Price now={dollars(12)} from size="page" />;
