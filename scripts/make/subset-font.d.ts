declare module 'subset-font' {
  /** Reduces a font to some characters and, for a variable font, to one instance. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2' | 'truetype'; variationAxes?: Record<string, number> },
  ): Promise<Buffer>
}
