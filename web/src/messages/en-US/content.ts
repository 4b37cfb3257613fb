/** Blogs, policies, questions and contact. */
export const content = {
  "blogs.title": "Blog",
  "blogs.intro": "News and stories from our shop.",
  "blogs.emptyTitle": "No posts yet",
  "blogs.emptyText": "Please check back soon.",
  "blogs.more": "More to read",
  "blogs.minutes": { one: "{count} min read", other: "{count} min read" },
  "blogs.by": "By {author}",
  "blogs.mentioned": "Products in this post",

  "policy.returns": "Return and exchange",
  "policy.terms": "Terms and conditions",
  "policy.emptyTitle": "This page is empty",
  "policy.emptyText":
    "We have not published this text yet. If you have a question, please contact us.",

  "faqs.title": "FAQs",
  "faqs.heading": "Frequently asked questions",
  "faqs.search": "Search FAQs",
  "faqs.found": { one: "{count} question", other: "{count} questions" },
  "faqs.noneTitle": "No question matches “{query}”",
  "faqs.noneText": "Try other words, or contact us.",
  "faqs.emptyTitle": "No questions yet",
  "faqs.emptyText": "Do you have a question? Contact us.",

  "contact.title": "Contact us",
  "contact.care": "Customer care",
  "contact.phone": "Phone",
  "contact.email": "Email",
  "contact.newTicket": "New ticket",
  "contact.ticketText": "Do you have a question about an order? Open a support ticket.",
} as const;
