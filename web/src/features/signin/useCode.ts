import { useState } from "react";

/** A typed one-time code, and the message at its field, which is gone as soon as another code is typed. */
export function useCode() {
  const [otp, setOtp] = useState("");
  const [problem, setProblem] = useState<string>();
  const changeOtp = (typed: string) => {
    setOtp(typed);
    setProblem(undefined);
  };
  return { otp, changeOtp, problem, setProblem };
}
