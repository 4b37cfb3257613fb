import { useState } from "react";
import { Countdown } from "./Countdown";

const HOUR = 3_600_000;

function In({ hours }: { hours: number }) {
  const [until] = useState(() => new Date(Date.now() + hours * HOUR).toISOString());
  return <Countdown until={until} />;
}

export const Hours = () => <In hours={5} />;

export const Days = () => <In hours={60} />;
