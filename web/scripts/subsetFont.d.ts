/** The part of the package that `latinFont.ts` uses; its published types are older. */
declare module "subset-font" {
  interface Options {
    targetFormat: "woff2";
    variationAxes: Record<string, { min: number; max: number }>;
    /** OpenType features that are kept. */
    keepFeatures: readonly string[];
    noHinting: boolean;
  }
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: Options,
  ): Promise<Buffer>;
}
