/** Blogs, policies, questions and contact. */
export const content = {
  "blogs.title": "Blog",
  "blogs.intro": "Notes from the workshop and the table.",
  "blogs.emptyTitle": "No stories yet",
  "blogs.emptyText": "The first one is being written.",
  "blogs.more": "More to read",
  "blogs.minutes": { one: "{count} minute", other: "{count} minutes" },
  "blogs.by": "By {author}",
  "blogs.mentioned": "From this story",

  "policy.returns": "Return and exchange",
  "policy.terms": "Terms and conditions",
  "policy.emptyTitle": "Nothing written yet",
  "policy.emptyText": "This page has no text so far. Customer care can help meanwhile.",

  "faqs.title": "FAQs",
  "faqs.heading": "Frequently asked questions",
  "faqs.search": "Search the questions",
  "faqs.found": { one: "{count} question", other: "{count} questions" },
  "faqs.noneTitle": "No question matches “{query}”",
  "faqs.noneText": "Try another word, or ask us.",
  "faqs.emptyTitle": "No questions yet",
  "faqs.emptyText": "Ask us whatever you would like to know.",

  "contact.title": "Contact us",
  "contact.care": "Customer care",
  "contact.phone": "Phone",
  "contact.email": "Email",
  "contact.newTicket": "New ticket",
  "contact.ticketText": "Something about an order? A ticket keeps it all in one place.",
} as const;
