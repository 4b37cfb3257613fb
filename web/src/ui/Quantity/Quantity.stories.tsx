import { useState } from "react";
import { Quantity } from "./Quantity";

export function Large() {
  const [value, setValue] = useState(1);
  return <Quantity value={value} onChange={(next) => setValue(next ?? value)} />;
}

export function Small() {
  const [value, setValue] = useState(2);
  return <Quantity size="small" value={value} onChange={(next) => setValue(next ?? value)} />;
}
