import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { pictureOf } from "./pictures";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const command = join(root, "stallage");

/** The demo's pictures, for imported products. */
const media = join(root, "server/stallage/demo/shop/media");

/** The first picture of each product. */
function productPictures(): string[] {
  return readdirSync(media)
    .filter((name) => name.endsWith("-1.webp"))
    .sort();
}

/** Unusually wide or high pictures. */
const SHAPES: Record<string, readonly [number, number]> = {
  "wide.png": [1600, 200],
  "high.png": [200, 1600],
  "tiny.png": [8, 8],
};

/** Serves pictures on loopback while `visit` runs. */
async function withPictures(visit: (address: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url ?? "").slice(1);
    const shape = SHAPES[name];
    if (shape) {
      const { buffer } = pictureOf(name, [176, 148, 112], ...shape);
      response.writeHead(200, { "Content-Type": "image/png" }).end(buffer);
    } else if (productPictures().includes(name)) {
      const picture = readFileSync(join(media, name));
      response.writeHead(200, { "Content-Type": "image/webp" }).end(picture);
    } else response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    await visit(`http://127.0.0.1:${port}`);
  } finally {
    server.close();
  }
}

/** A product of a catalog file, with a row for each size. */
export interface FileProduct {
  title: string;
  /** A path of titles, from the first level down. */
  category: string;
  price: string;
  compareAtPrice?: string;
  /** The name of a served picture. */
  picture?: string;
  sizes?: readonly string[];
  description?: string;
  vendor?: string;
  quantity?: number;
}

const COLUMNS = [
  "Handle",
  "Title",
  "Body (HTML)",
  "Vendor",
  "Product Category",
  "Published",
  "Option1 Name",
  "Option1 Value",
  "Variant Inventory Tracker",
  "Variant Inventory Qty",
  "Variant Price",
  "Variant Compare At Price",
  "Image Src",
  "Status",
];

function cell(text: string | number): string {
  return `"${String(text).replaceAll('"', '""')}"`;
}

/** The products as Shopify exports them. */
function shopifyFile(products: readonly FileProduct[], pictures: string): string {
  const rows = products.flatMap((product, index) => {
    const { title, category, price, picture, sizes = ["Default Title"], quantity = 20 } = product;
    const handle = `product-${index + 1}`;
    return sizes.map((size, place) => {
      const first = place === 0;
      return [
        handle,
        first ? title : "",
        first ? (product.description ?? `<p>${title}, made to be used every day.</p>`) : "",
        first ? (product.vendor ?? "Meridian") : "",
        first ? category : "",
        "TRUE",
        first ? (product.sizes ? "Size" : "Title") : "",
        size,
        "shopify",
        quantity,
        price,
        product.compareAtPrice ?? "",
        first && picture ? `${pictures}/${picture}` : "",
        "active",
      ];
    });
  });
  return [COLUMNS, ...rows].map((row) => row.map(cell).join(",")).join("\n");
}

/** Categories by words in product names; the first match counts. */
const CATEGORIES: readonly (readonly [RegExp, string])[] = [
  [/mirror/, "Mirrors"],
  [/candle/, "Candle holders"],
  [/lamp|pendant/, "Lamps & shades"],
  [/table/, "Side tables"],
  [/stool|bench/, "Seating"],
  [/vase|jar$/, "Vases & jars"],
  [/bowl/, "Bowls"],
  [/plate|platter|stand/, "Plates & platters"],
  [/mug|cup/, "Cups & mugs"],
  [/glass|tumbler/, "Glassware"],
  [/jug|carafe|bottle|teapot/, "Jugs & carafes"],
  [/cutlery|spoon|knife/, "Cutlery"],
  [/cushion/, "Cushions"],
  [/throw/, "Throws & blankets"],
  [/clock/, "Clocks"],
  [/shelv|bookcase/, "Shelving"],
  [/box|basket/, "Boxes & baskets"],
  [/planter|pot/, "Planters & pots"],
  [/board|block|tray/, "Boards & trays"],
];

const PRICES = ["24.00", "39.00", "58.50", "120.00", "18.00", "76.00"] as const;

/** Realistic products with pictures, in matching categories. */
export function picturedProducts(count: number): FileProduct[] {
  const all = productPictures();
  const chosen = Array.from({ length: count }, (_, place) => {
    return all[Math.floor((place * all.length) / count)] ?? "";
  });
  return chosen.map((picture, index) => {
    const name = picture.replace(/-1\.webp$/, "").replaceAll("-", " ");
    const price = PRICES[index % PRICES.length] ?? "24.00";
    return {
      title: name.charAt(0).toUpperCase() + name.slice(1),
      category: CATEGORIES.find(([word]) => word.test(name))?.[1] ?? "Kitchen helpers",
      price,
      picture,
      ...(index % 4 === 1 ? { compareAtPrice: `${Number.parseInt(price, 10) + 22}.00` } : {}),
      ...(index % 5 === 2 ? { sizes: ["Small", "Medium", "Large"] } : {}),
    };
  });
}

/** One product without a picture in each of a number of categories. */
export function fillers(count: number, price = "15.00"): FileProduct[] {
  const kinds = ["Baskets", "Coasters", "Doormats", "Envelopes", "Frames", "Gloves", "Hooks"];
  const makes = ["Ash", "Birch", "Copper", "Linen", "Oak", "Rattan", "Slate", "Walnut", "Wool"];
  return Array.from({ length: count }, (_, index) => {
    const make = makes[index % makes.length] ?? "";
    const kind = kinds[Math.floor(index / makes.length) % kinds.length] ?? "";
    const round = Math.floor(index / (makes.length * kinds.length));
    const category =
      round === 0
        ? `${make} ${kind.toLowerCase()}`
        : `${make} ${kind.toLowerCase()} no. ${round + 1}`;
    return { title: `${category}, single`, category, price };
  });
}

export interface ImportedShop {
  address: string;
  dataDir: string;
}

/**
 * Runs `visit` with a separate shop into which a file was imported. A shop with a name is fully set up;
 * one without cannot take orders yet. `host` is that of its address; it listens on 127.0.0.1.
 */
export async function withImportedFile(
  files: readonly string[],
  settings: Record<string, string>,
  visit: (shop: ImportedShop) => Promise<void>,
  host = "127.0.0.1",
): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), "stallage-imported-"));
  const port = String(20_000 + Math.floor(Math.random() * 12_000));
  const address = `http://${host}:${port}`;
  const env = {
    ...process.env,
    STALLAGE_DATA_DIR: join(place, "shop"),
    STALLAGE_CLIENT_DIR: process.env["STALLAGE_CLIENT_DIR"] ?? join(root, "web/dist"),
    STALLAGE_PUBLIC_URL: address,
    STALLAGE_LOG_LEVEL: "error",
    STALLAGE_FETCH_PRIVATE_ADDRESSES: "true",
    ...settings,
  };
  const name = settings["STALLAGE_SHOP_NAME"];
  if (name !== undefined) {
    const currency = settings["STALLAGE_CURRENCY"] ?? "USD";
    const answers = ["--name", name, "--country", "US", "--currency", currency, "--yes"];
    await run(command, ["init", ...answers, "--file", join(place, "shop.toml")], { env });
  }
  const server = spawn(command, ["serve", "--port", port], { env, stdio: "inherit" });
  const ended = once(server, "exit");
  try {
    await expect(async () => {
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    }).toPass({ timeout: 120_000 });
    for (const file of files) {
      // Some files have invalid rows, which the exit status reports.
      await run(command, ["import", file], { env }).catch((error: unknown) => {
        if ((error as { code?: number }).code !== 2) throw error;
      });
    }
    await visit({ address, dataDir: env.STALLAGE_DATA_DIR });
  } finally {
    server.kill("SIGTERM");
    await ended;
    await rm(place, { recursive: true, force: true });
  }
}

interface Listed {
  total: number;
  items: { image: unknown }[];
}

/** Runs `visit` with a separate shop that has these products and their pictures. */
export async function withImported(
  products: readonly FileProduct[],
  settings: Record<string, string>,
  visit: (shop: ImportedShop) => Promise<void>,
): Promise<void> {
  const pictured = products.filter(({ picture }) => picture !== undefined).length;
  await withPictures(async (pictures) => {
    const folder = await mkdtemp(join(tmpdir(), "stallage-catalogue-"));
    const file = join(folder, "products.csv");
    await writeFile(file, shopifyFile(products, pictures));
    try {
      await withImportedFile([file], settings, async (shop) => {
        await expect(async () => {
          const list = await listed(shop.address);
          expect(list.total).toBe(products.length);
          expect(list.pictured).toBe(pictured);
        }).toPass({ timeout: 120_000 });
        await visit(shop);
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** The number of listed products, and how many of them have pictures. */
async function listed(address: string): Promise<{ total: number; pictured: number }> {
  let pictured = 0;
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${address}/api/products?sort=newest&pageSize=96&page=${page}`);
    const { output } = (await answer.json()) as { output: Listed };
    pictured += output.items.filter(({ image }) => image !== null).length;
    if (output.items.length < 96) return { total: output.total, pictured };
  }
}
