import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { api, unwrap } from "@/api/client";
import { fieldErrors, messageAt } from "@/api/errors";
import { showCustomer } from "@/features/customers/changes";
import { validateField } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { useDraft } from "@/ui/Form/useDraft";
import { type Channel, contactBody } from "./contact";
import { deviceKeyParams } from "./deviceKey";
import { useCodeRequest } from "./useCodeRequest";

const EMPTY = { contact: "", otp: "", currentOtp: "" };

export type ContactDraft = typeof EMPTY;
export type ContactProblems = Partial<ContactDraft>;

interface Options {
  channel: Channel;
  /** Whether the customer can choose which current contact confirms the change. */
  hasBoth: boolean;
  onChanged: () => void;
}

/** Validates the step that is shown; `current` is the contact that got the second code, if any. */
export function validateContact(
  draft: ContactDraft,
  channel: Channel,
  isSent: boolean,
  current: string | null,
): ContactProblems {
  const problems: ContactProblems = {};
  const check = (name: keyof ContactDraft, problem: string | undefined) => {
    if (problem !== undefined) problems[name] = problem;
  };
  if (!isSent) check("contact", validateField(FIELDS[channel], draft.contact));
  else {
    if (current !== null) check("currentOtp", validateField(FIELDS.otp, draft.currentOtp));
    check("otp", validateField(FIELDS.otp, draft.otp));
  }
  return problems;
}

/** The message of an error at the field that it concerns. */
export function contactProblems(
  error: unknown,
  channel: Channel,
  isSent: boolean,
): ContactProblems {
  const { currentOtp, [channel]: atContact } = fieldErrors(error);
  if (currentOtp !== undefined) return { currentOtp };
  const message = atContact ?? messageAt("otp", error);
  return isSent ? { otp: message } : { contact: message };
}

/** Changes a contact: requests codes to the new and perhaps a current contact, then sends them. */
export function useContactChange({ channel, hasBoth, onChanged }: Options) {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const { draft, change, problems, setProblems } = useDraft(EMPTY);
  const [current, setCurrent] = useState<string | null>(null);
  const [confirmWith, setConfirmWith] = useState<Channel>(channel);
  const { contact, otp, currentOtp } = draft;
  const show = (found: ContactProblems) => {
    setProblems(found);
    focusFirstInvalid(form.current);
  };
  const onError = (error: unknown) => show(contactProblems(error, channel, code.isSent));
  const code = useCodeRequest({
    request: (proveWith: Channel) =>
      unwrap(
        api.POST("/customer/contact/request", {
          params: deviceKeyParams(),
          body: { ...contactBody(channel, contact), proveWith: hasBoth ? proveWith : null },
        }),
      ),
    onSent: ({ currentContact }, proveWith) => {
      setProblems({});
      setConfirmWith(proveWith);
      setCurrent(currentContact);
    },
    onError,
  });
  const verify = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/customer/contact/validate", {
          params: deviceKeyParams(),
          body: {
            ...contactBody(channel, contact),
            otp,
            currentOtp: current === null ? null : currentOtp,
          },
        }),
      ),
    onSuccess: async (customer) => {
      showCustomer(queryClient, customer);
      await queryClient.invalidateQueries({ queryKey: ["customer"] });
      onChanged();
    },
    onError,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (code.isPending || verify.isPending) return;
    const found = validateContact(draft, channel, code.isSent, current);
    if (Object.keys(found).length > 0) show(found);
    else if (code.isSent) verify.mutate();
    else code.send(confirmWith);
  };
  return { form, draft, change, current, confirmWith, problems, code, verify, submit };
}
