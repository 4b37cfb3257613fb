/** Companies and their tax ids; fetched with the forms that ask for them. */
export const business = {
  "business.company": "Company",
  "business.taxId": "Tax ID",
  "business.taxIdExample": "Such as {example}",
  "business.address": "This is a business address",
  "business.billing": "Billing address",
} as const;
