/** The filters that lists of products offer. */
export const filters = {
  "area.filters": "Filters",
  "filters.intro":
    "Attributes and options that shoppers filter lists by. Category, brand and price come before them; rating, discount and availability after.",
  "filters.empty": "A filter appears here once a product has an attribute or an option.",
  "filters.list": "Filters in the order of lists",
  "filters.label": "Name of {name}",
  "filters.shown": "Show in lists: {name}",
  "filters.shownShort": "Show in lists",
  "filters.noValues": "No product on sale has it.",
  "filters.more": { one: "{values} and {count} more", other: "{values} and {count} more" },
  "filters.orderValues": "Order values",
  "filters.orderValuesOf": "Order values of {name}",
  "filters.valuesOf": "Values of {name}",
  "filters.valuesHelp":
    "Once you move a value, lists show all of these in this order. New values come after them.",
  "filters.byProducts": "Order by number of products",
  "filters.products": { one: "{count} product", other: "{count} products" },
  "filters.saved": "Filters saved",
  "filters.order": "Order of the filters",
} as const;
