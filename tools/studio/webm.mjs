/** Writes a WebM file with one VP8 track, its length and an index for seeking. */

const bytesOf = (value) => {
  if (typeof value === "string") return Buffer.from(value, "latin1");
  if (Buffer.isBuffer(value)) return value;
  const bytes = [];
  for (let left = value; left > 0 || bytes.length === 0; left = Math.floor(left / 256)) bytes.unshift(left % 256);
  return Buffer.from(bytes);
};

/** An element: its id in hexadecimal, and its content or its children. */
function element(id, ...content) {
  const body = Buffer.concat(content.map(bytesOf));
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, "hex"), size, body]);
}

function float(value) {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

function block({ isKey, bytes }, milliseconds) {
  const head = Buffer.from([0x81, 0, 0, isKey ? 0x80 : 0]);
  head.writeInt16BE(milliseconds, 1);
  return element("a3", head, Buffer.from(bytes, "base64"));
}

/** `chunks` are frames in order, `{ isKey, bytes: base64 }`, `rate` of them a second; at most 30 seconds. */
export function webm(chunks, width, height, rate) {
  const at = (index) => Math.round((index * 1000) / rate);
  const head = element(
    "1a45dfa3",
    element("4286", 1), element("42f7", 1), element("42f2", 4), element("42f3", 8),
    element("4282", "webm"), element("4287", 2), element("4285", 2),
  ); // prettier-ignore
  const info = element(
    "1549a966",
    element("2ad7b1", 1_000_000), element("4489", float(at(chunks.length))),
    element("4d80", "Stallage"), element("5741", "Stallage"),
  ); // prettier-ignore
  const tracks = element(
    "1654ae6b",
    element(
      "ae",
      element("d7", 1), element("73c5", 1), element("83", 1), element("86", "V_VP8"),
      element("e0", element("b0", width), element("ba", height)),
    ),
  ); // prettier-ignore
  const cluster = element("1f43b675", element("e7", 0), ...chunks.map((chunk, index) => block(chunk, at(index))));
  const start = info.length + tracks.length;
  const cues = element(
    "1c53bb6b",
    element("bb", element("b3", 0), element("b7", element("f7", 1), element("f1", start))),
  );
  return Buffer.concat([head, element("18538067", info, tracks, cluster, cues)]);
}
