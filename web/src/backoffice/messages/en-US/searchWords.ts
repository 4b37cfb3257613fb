/** Searches without result, synonyms and redirects of searches. */
export const searchWords = {
  "area.searchWords": "Search words",
  "searchWords.intro":
    "What shoppers searched for and did not find, words that mean the same, and searches that lead to a page.",
  "searchWords.missed": "Searches without result",
  "searchWords.missedDays": "In the last {days} days, the most frequent ones first.",
  "searchWords.noMissed": "Every search has found something.",
  "searchWords.query": "Search",
  "searchWords.times": "Times",
  "searchWords.try": "Try it",
  "searchWords.tryNamed": "Try it: {query}",
  "searchWords.addFor": "Add synonyms: {query}",
  "searchWords.has": "Has synonyms",
  "searchWords.synonyms": "Synonyms",
  "searchWords.noSynonyms":
    "A search finds what has its words. Synonyms find more: sofa finds couches too.",
  "searchWords.add": "Add synonyms",
  "searchWords.new": "New synonyms",
  "searchWords.edit": "Edit synonyms",
  "searchWords.editNamed": "Edit: {phrase}",
  "searchWords.phrase": "A search for",
  "searchWords.alternatives": "Also finds",
  "searchWords.alternativesHelp": "Up to 10. Press Enter after each.",
  "searchWords.bothWays": "And the other way round",
  "searchWords.oneWay": "One way",
  "searchWords.save": "Save",
  "searchWords.saved": "Synonyms saved. Searches find them now.",
  "searchWords.delete": "Delete",
  "searchWords.deleted": "Synonyms of {phrase} deleted",
  "searchWords.redirects": "Searches that lead to a page",
  "searchWords.noRedirects":
    "A search can lead to a page instead of products: returns, to the page about returns.",
  "searchWords.addRedirect": "Add redirect",
  "searchWords.addRedirectFor": "Add redirect: {query}",
  "searchWords.hasRedirect": "Leads to a page",
  "searchWords.newRedirect": "New redirect of a search",
  "searchWords.editRedirect": "Change redirect",
  "searchWords.editRedirectNamed": "Change redirect: {phrase}",
  "searchWords.target": "Leads to",
  "searchWords.targetHelp":
    "The path of a page of this shop, such as /page/returns or /c/collections/sale",
  "searchWords.redirectSaved": "Redirect saved. The search leads there now.",
  "searchWords.redirectDeleted": "Redirect of {phrase} deleted",
  "searchWords.redirectChanged":
    "Somebody else has changed this redirect. It is shown as it is now; enter yours again.",
  "searchWords.changed":
    "Somebody else has changed these synonyms. They are shown as they are now; enter yours again.",
} as const;
