/** Writes a .br and a .gz beside each text asset of a build, so that the server only sends bytes. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const COMPRESSIBLE = new Set([".css", ".js", ".json", ".svg", ".txt"]);
/** Below this a compressed copy costs more in file handling than it saves on the wire. */
const WORTH_IT = 512;

function files(folder: string): string[] {
  // Names with a dot are the server's own files, which it does not send.
  const entries = readdirSync(folder, { withFileTypes: true }).filter(
    ({ name }) => !name.startsWith("."),
  );
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : [path];
  });
}

const folder = process.argv[2] ?? "dist";
let saved = 0;
for (const path of files(folder)) {
  if (!COMPRESSIBLE.has(extname(path)) || statSync(path).size < WORTH_IT) continue;
  const bytes = readFileSync(path);
  const brotli = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  writeFileSync(`${path}.br`, brotli);
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  saved += bytes.length - brotli.length;
}
console.log(`Compressed copies written: ${Math.round(saved / 1024)} kB less over the wire.`);
