/**
 * The typefaces of PDF documents: Noto Sans for many scripts, from packages that split each family into slices. A slice
 * lists its code points; the font itself says for which of them it has a glyph.
 *
 * Slices are variable fonts, which PDF does not support. Each is fixed at its regular weight when it is first needed,
 * and a few are cached for the next document.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create } from 'fontkit'
import subsetFont from 'subset-font'

/** Han characters look different in China, Japan and Korea, so each country has its own family. */
export type HanFamily = 'noto-sans-sc' | 'noto-sans-jp' | 'noto-sans-kr'
type Family = HanFamily | 'noto-sans' | 'noto-sans-thai' | 'noto-sans-lao'

/** Noto Sans has Latin, Vietnamese, Greek, Cyrillic and Devanagari. */
const FAMILIES: readonly Family[] = ['noto-sans', 'noto-sans-thai', 'noto-sans-lao']
const HAN: readonly HanFamily[] = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr']
const REGULAR = 400
const KEPT_AT_MOST = 64

export interface Face {
  readonly name: string
  /** TrueType. */
  readonly font: Buffer
  readonly has: ReadonlySet<number>
}

interface Slice {
  readonly name: string
  readonly file: string
  readonly ranges: readonly (readonly [first: number, last: number])[]
}

const { resolve } = createRequire(import.meta.url)
const slices = new Map<Family, Promise<readonly Slice[]>>()
const faces = new Map<string, Promise<Face>>()

/** The first face, in the order of the families, that has all these code points. @param han the preferred Han family */
export async function faceFor(codePoints: readonly number[], han: HanFamily): Promise<Face | undefined> {
  for (const family of [...FAMILIES, han, ...HAN.filter((each) => each !== han)]) {
    for (const slice of await slicesOf(family)) {
      const isFor = codePoints.every((point) =>
        slice.ranges.some(([first, last]) => point >= first && point <= last),
      )
      if (!isFor) continue
      const face = await faceOf(slice)
      if (codePoints.every((point) => face.has.has(point))) return face
    }
  }
  return undefined
}

function slicesOf(family: Family): Promise<readonly Slice[]> {
  return kept(slices, family, async () => {
    const folder = `@fontsource-variable/${family}`
    const ranges: Readonly<Record<string, string>> = JSON.parse(
      await readFile(resolve(`${folder}/unicode.json`), 'utf8'),
    )
    return Object.entries(ranges).map(([key, text]) => {
      const name = `${family}-${key.replaceAll(/[[\]]/g, '')}`
      return { name, file: `${folder}/files/${name}-wght-normal.woff2`, ranges: text.split(',').map(rangeOf) }
    })
  })
}

/** `U+4e00` or `U+4e00-4eff`. */
function rangeOf(text: string): readonly [number, number] {
  const [first = '', last = first] = text.replace('U+', '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

function faceOf({ name, file }: Slice): Promise<Face> {
  return kept(faces, name, async () => {
    const font = await subsetFont(await readFile(resolve(file)), undefined, {
      targetFormat: 'truetype',
      variationAxes: { wght: REGULAR },
      keepAllGlyphs: true,
    })
    const read = create(font)
    return { name, font, has: new Set('characterSet' in read ? read.characterSet : []) }
  })
}

/** Caches results, also while they are being made. Failures are not cached. */
function kept<Key, Value>(
  known: Map<Key, Promise<Value>>,
  key: Key,
  make: () => Promise<Value>,
): Promise<Value> {
  const before = known.get(key)
  if (before) return before
  const made = make()
  if (known.size >= KEPT_AT_MOST) known.clear()
  known.set(key, made)
  made.catch(() => known.delete(key))
  return made
}
