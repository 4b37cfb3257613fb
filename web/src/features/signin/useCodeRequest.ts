import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useSecondsLeft } from "./countdown";

interface Options<Variables, Sent> {
  request: (variables: Variables) => Promise<Sent>;
  onSent: (sent: Sent, variables: Variables) => void;
  onError: (error: Error) => void;
}

/** Requests one-time codes; `seconds` counts down until the server sends the next one. */
export function useCodeRequest<Sent extends { resendInSeconds: number }, Variables = void>({
  request,
  onSent,
  onError,
}: Options<Variables, Sent>) {
  const [resendAt, setResendAt] = useState<number | null>(null);
  const seconds = useSecondsLeft(resendAt ?? 0);
  const { mutate: send, isPending } = useMutation({
    mutationFn: request,
    onSuccess: (sent, variables) => {
      setResendAt(Date.now() + sent.resendInSeconds * 1000);
      onSent(sent, variables);
    },
    onError,
  });
  return { send, isPending, isSent: resendAt !== null, seconds };
}
