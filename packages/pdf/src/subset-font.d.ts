/** The package ships no types: what is used of it. */
declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'truetype'
    /** Fixes the axes of a variable font. */
    readonly variationAxes: Readonly<Record<string, number>>
    readonly keepAllGlyphs: true
  }
  export default function subsetFont(font: Buffer, text: undefined, options: Options): Promise<Buffer>
}
