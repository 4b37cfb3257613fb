import type { LoaderFunctionArgs } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { settle } from "@/api/settle";
import { ContactPage } from "@/features/content/ContactPage";
import { contactQuery, customerCareQuery } from "@/features/content/queries";
import { ContactForm } from "@/features/support/ContactForm";

export function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext);
  return settle(queryClient.query(contactQuery), queryClient.query(customerCareQuery));
}

export function Component() {
  return <ContactPage form={<ContactForm />} />;
}
