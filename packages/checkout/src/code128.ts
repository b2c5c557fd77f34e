/**
 * Code 128 (ISO/IEC 15417): encodes printable ASCII as bars, in set B, and in set C for long runs of digits, two to a symbol. Written here
 * because libraries for it include thirty other codes.
 */

/** Widths of bar, space, bar, space, bar, space for each of the 107 symbols; the last is the stop symbol. */
const SYMBOLS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  )

const [START_B, START_C, TO_B, TO_C, STOP] = [104, 105, 100, 99, 106]

/** Symbol numbers without start, check and stop: set B, and set C for at least four digits in a row. */
function symbolsOf(text: string): number[] {
  const symbols: number[] = []
  let set: 'B' | 'C' | undefined
  const change = (to: 'B' | 'C'): void => {
    if (set === to) return
    symbols.push(set === undefined ? (to === 'B' ? START_B : START_C) : to === 'B' ? TO_B : TO_C)
    set = to
  }
  for (let at = 0; at < text.length; ) {
    const digits = /^\d*/.exec(text.slice(at))?.[0].length ?? 0
    if (digits >= 4 && digits % 2 === 0) {
      change('C')
      for (const end = at + digits; at < end; at += 2) symbols.push(Number(text.slice(at, at + 2)))
    } else {
      change('B')
      symbols.push(text.charCodeAt(at) - 32)
      at += 1
    }
  }
  return symbols
}

export interface Bars {
  /** Widths in modules: a bar, a space, and so on. */
  readonly widths: readonly number[]
  readonly total: number
}

/** @param text printable ASCII; other characters are left out */
export function barsOf(text: string): Bars {
  const symbols = symbolsOf(text.replace(/[^\x20-\x7e]/g, '') || ' ')
  const check = symbols.reduce((sum, symbol, index) => sum + symbol * Math.max(1, index), 0) % 103
  const widths = [...symbols, check, STOP].flatMap((symbol) => [...(SYMBOLS[symbol] ?? '')].map(Number))
  return { widths, total: widths.reduce((sum, width) => sum + width, 0) }
}
