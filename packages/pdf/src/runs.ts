/**
 * Splits a text into runs, each in one face that has all its characters. Characters that no face has, and those that
 * are invisible or reverse the text, are written as their code point (`\u{1F600}`), so nothing is dropped.
 */
import { assert } from '@sluice/core/foundation/result.ts'
import { type Face, faceFor, type HanFamily } from './faces.ts'

export interface Run {
  readonly face: Face
  readonly text: string
}

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** The two joiners shape the scripts of India. */
const INVISIBLE = /[^\P{C}\u200C\u200D]|[\u2028\u2029]/u
const LETTER = 0x61
/** Always in the same face, whatever surrounds it. */
const PRINTABLE = /^[\x20-\x7E]*$/

export async function runsOf(text: string): Promise<readonly Run[]> {
  if (PRINTABLE.test(text)) return [{ face: await plainFace(), text }]
  const ordered = shapeable(text)
  const han = hanOf(ordered)
  const runs: Run[] = []
  const add = (run: Run) => {
    const last = runs.at(-1)
    if (last?.face === run.face) runs[runs.length - 1] = { ...last, text: last.text + run.text }
    else runs.push(run)
  }
  for (const { segment } of clusters.segment(ordered)) {
    const last = runs.at(-1)?.face
    const points = [...segment].map((character) => character.codePointAt(0) ?? 0)
    const hidden = INVISIBLE.test(segment)
    const face = hidden
      ? undefined
      : last && !PRINTABLE.test(segment) && points.every((point) => last.has.has(point))
        ? last
        : await faceFor(points, han)
    if (face) add({ face, text: segment })
    else for (const point of points) add(await pointRun(point, han))
  }
  return runs
}

async function pointRun(point: number, han: HanFamily): Promise<Run> {
  const character = String.fromCodePoint(point)
  const face = INVISIBLE.test(character) ? undefined : await faceFor([point], han)
  if (face) return { face, text: character }
  const escaped = `\\u{${point.toString(16).toUpperCase()}}`
  return { face: await plainFace(), text: escaped }
}

async function plainFace(): Promise<Face> {
  const face = await faceFor([LETTER], 'noto-sans-sc')
  assert(face, 'there is a face for ASCII')
  return face
}

/**
 * Thai and Lao write the vowel AM as one character after the tone mark, but its ring belongs below the mark. Text
 * shaping decomposes it first; this library does not.
 */
const shapeable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/([\u0E48-\u0E4B]?)\u0E33/g, '\u0E4D$1\u0E32')
    .replaceAll(/([\u0EC8-\u0ECB]?)\u0EB3/g, '\u0ECD$1\u0EB2')

function hanOf(text: string): HanFamily {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) return 'noto-sans-jp'
  return /\p{sc=Hangul}/u.test(text) ? 'noto-sans-kr' : 'noto-sans-sc'
}
