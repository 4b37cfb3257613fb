/** The layers, lowest first: a folder imports only from those before it. */
const layers = [
  ["messages", "storage"],
  ["format"],
  ["api", "preview"],
  ["state"],
  ["theme"],
  ["ui"],
  ["features"],
  ["routes"],
  ["app"],
];

/** The same for the back office, where the frame draws the areas. */
const backofficeLayers = [["messages"], ["api"], ["session"], ["ui"], ["features"], ["app"]];

/** The features in the server's order: each imports only those before it. */
const features = [
  "shop",
  "content",
  "customers",
  "products",
  "search",
  "merchandising",
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
  return order.flatMap((layer, index) => {
    const higher = order.slice(index + 1).flat();
    return higher.length === 0
      ? []
      : layer.map((name) => ({
          name: `${folder}${name}-imports-downwards`,
          severity: "error",
          comment: "Imports go downwards: see the order in dependency-cruiser.config.js.",
          from: { path: `^src/${folder}${name}/` },
          to: { path: `^src/${folder}(${higher.join("|")})/` },
        }));
  });
}

export default {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Merge modules that need each other, or extract a third.",
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
    {
      name: "storefront-without-backoffice",
      severity: "error",
      comment: "The back office adds nothing to the storefront's build.",
      from: { path: "^src/", pathNot: "^src/backoffice/" },
      to: {
        path: "^src/backoffice/|node_modules/(@mantine|@tanstack/react-(table|virtual)|recharts|uqr)/",
      },
    },
    {
      name: "backoffice-without-storefront",
      severity: "error",
      comment:
        "The back office shares formats, storage, messages of previews and the typeface, not the shopper's features.",
      from: { path: "^src/backoffice/", pathNot: "\\.test\\.tsx?$" },
      to: {
        path: "^src/",
        pathNot: "^src/(backoffice|format|storage|preview|theme/fonts\\.css|messages/t\\.ts$)",
      },
    },
    ...upward(backofficeLayers, "backoffice/"),
    {
      name: "backoffice-areas-apart",
      severity: "error",
      comment: "An area of the back office does not import another one.",
      from: { path: "^src/backoffice/features/([^/]+)/" },
      to: { path: "^src/backoffice/features/", pathNot: "^src/backoffice/features/$1/" },
    },
    ...upward(layers, ""),
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
