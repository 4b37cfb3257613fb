import { readFileSync } from "node:fs";
import { join } from "node:path";

const PREFIX = "/api/admin/v1";
const FILE = join(import.meta.dirname, "../../../../contract/admin.openapi.json");

type Operations = Record<string, { "x-permission"?: string }>;

const { paths } = JSON.parse(readFileSync(FILE, "utf8")) as { paths: Record<string, Operations> };

/** What a call such as `POST /orders/{number}/steps` needs. A permission is itself: bulk jobs check it by their kind. */
export function permissionOf(call: string): string {
  const [method = "", path] = call.split(" ");
  if (path === undefined) return call;
  const permission = paths[PREFIX + path]?.[method.toLowerCase()]?.["x-permission"];
  if (permission === undefined) throw new Error(`The contract has no ${call}.`);
  return permission;
}
