/** The house from its ground up: a folder imports only those that stand before it. */
const floors = [
  ["messages", "storage"],
  ["format"],
  ["api"],
  ["state"],
  ["theme"],
  ["ui"],
  ["features"],
  ["routes"],
  ["app"],
];

/** The features in the server's order: each imports only those before it. */
const features = [
  "shop",
  "content",
  "customers",
  "catalog",
  "cart",
  "wishlist",
  "recentlyViewed",
  "compare",
  "signin",
  "newsletter",
  "alerts",
  "wallet",
  "orders",
  "recommendations",
  "payments",
  "returns",
  "reviews",
  "support",
  "questions",
  "checkout",
];

function upward(order, folder) {
  return order.flatMap((floor, index) => {
    const above = order.slice(index + 1).flat();
    return above.length === 0
      ? []
      : floor.map((name) => ({
          name: `${folder}${name}-imports-downwards`,
          severity: "error",
          comment: "Imports go downwards: see the order in dependency-cruiser.config.js.",
          from: { path: `^src/${folder}${name}/` },
          to: { path: `^src/${folder}(${above.join("|")})/` },
        }));
  });
}

export default {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Two modules that need each other are one idea, or a third is missing.",
      from: {},
      to: { circular: true },
    },
    {
      name: "everything-is-found",
      severity: "error",
      comment: "An import that cannot be resolved cannot be checked.",
      from: {},
      to: { couldNotResolve: true },
    },
    ...upward(floors, ""),
    ...upward(
      features.map((name) => [name]),
      "features/",
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types"] },
  },
};
