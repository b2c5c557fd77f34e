/**
 * A merchant's logo: which images are accepted, and what is stored of them. Pure.
 *
 * Payers see the logo above their payment, so the upload is not trusted. A PNG is decoded to its last pixel and encoded again.
 * JPEG and WebP are not decoded, because every decoder needs native code or a large dependency. Instead they are parsed segment
 * by segment, and only the segments that make up the image are written again. This removes camera metadata, data that programs
 * add, anything after the end of the image, and anything that would make the file valid in another format. Damaged, animated and
 * too large images are rejected.
 *
 * The logo is served from our own address with its real type (`hosted-pages/logos.ts`). The browser draws it like any other
 * image.
 */
import { createHash } from 'node:crypto'
import { crc32, deflateSync, inflateSync } from 'node:zlib'

export interface Logo {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp'
  readonly bytes: Uint8Array
}

/** Width and height in pixels. It limits the memory that a browser needs. */
export const MAX_LOGO_SIDE = 1_024

/** A `data:` URL, as it is stored. */
export const logoUrl = ({ type, bytes }: Logo): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

/** The name in its address: a different image has a different name. */
export const logoName = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 32)

const DATA_URL = /^data:(image\/(?:png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/

/** Reads the stored form. */
export function storedLogo(url: string): Logo | undefined {
  const [, type, text = ''] = DATA_URL.exec(url) ?? []
  const bytes = Buffer.from(text, 'base64')
  switch (type) {
    case 'image/png':
    case 'image/jpeg':
    case 'image/webp':
      return { type, bytes }
    default:
      return undefined
  }
}

/** @returns the same image and nothing else; undefined if it is not accepted */
export function cleanLogo(url: string): Logo | undefined {
  const sent = storedLogo(url)
  if (!sent) return undefined
  const bytes = CLEANERS[sent.type](Buffer.from(sent.bytes))
  return bytes && { type: sent.type, bytes }
}

const CLEANERS: Readonly<Record<Logo['type'], (picture: Buffer) => Buffer | undefined>> = {
  'image/png': cleanPng,
  'image/jpeg': cleanJpeg,
  'image/webp': cleanWebp,
}

const fits = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width <= MAX_LOGO_SIDE && height <= MAX_LOGO_SIDE

// PNG: a signature, and chunks of length, name, content and checksum.

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** By colour type: how many values a pixel has, and which bit depths are allowed. */
const PNG_COLOURS: Readonly<Record<number, { readonly values: number; readonly bits: readonly number[] }>> = {
  0: { values: 1, bits: [1, 2, 4, 8, 16] },
  2: { values: 3, bits: [8, 16] },
  3: { values: 1, bits: [1, 2, 4, 8] },
  4: { values: 2, bits: [8, 16] },
  6: { values: 4, bits: [8, 16] },
}
const PALETTE = 3
/** For interlaced images: start and step of each of the seven passes. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

interface PngHead {
  readonly width: number
  readonly height: number
  readonly bitsOfPixel: number
  readonly colour: number
  readonly isInterlaced: boolean
}

function cleanPng(picture: Buffer): Buffer | undefined {
  if (!picture.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined
  const parts = new Map<string, Buffer[]>()
  let at = 8
  while (at + 12 <= picture.length && !parts.has('IEND')) {
    const length = picture.readUInt32BE(at)
    const end = at + 8 + length
    if (end + 4 > picture.length) return undefined
    const name = picture.toString('latin1', at + 4, at + 8)
    if (crc32(picture.subarray(at + 4, end)) !== picture.readUInt32BE(end)) return undefined
    // Of the critical chunks only these are known. Animations are rejected.
    if (/^[A-Z]/.test(name) && !['IHDR', 'PLTE', 'IDAT', 'IEND'].includes(name)) return undefined
    if (name === 'acTL') return undefined
    parts.set(name, [...(parts.get(name) ?? []), picture.subarray(at + 8, end)])
    at = end + 4
  }
  const [header, palette, transparent] = ['IHDR', 'PLTE', 'tRNS'].map((name) => parts.get(name)?.[0])
  const head = header && pngHead(header)
  if (!header || !head || !parts.has('IEND')) return undefined
  const hasPalette = palette !== undefined && palette.length % 3 === 0 && palette.length <= 768
  if (head.colour === PALETTE && !hasPalette) return undefined
  const rows = pixels(Buffer.concat(parts.get('IDAT') ?? []), rowBytes(head))
  if (!rows) return undefined
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    ...(head.colour === PALETTE && palette ? [pngChunk('PLTE', palette)] : []),
    ...(transparent && transparent.length <= 256 ? [pngChunk('tRNS', transparent)] : []),
    pngChunk('IDAT', deflateSync(rows, { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngHead(header: Buffer): PngHead | undefined {
  if (header.length !== 13) return undefined
  const [bits = 0, colour = 0, compression, filter, interlace = 0] = header.subarray(8)
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  const kind = PNG_COLOURS[colour]
  if (!fits(width, height) || !kind?.bits.includes(bits)) return undefined
  if (compression !== 0 || filter !== 0 || interlace > 1) return undefined
  return { width, height, bitsOfPixel: bits * kind.values, colour, isInterlaced: interlace === 1 }
}

/** The size of all rows, each with its filter byte. */
function rowBytes({ width, height, bitsOfPixel, isInterlaced }: PngHead): number {
  const of = (columns: number, rows: number) =>
    columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bitsOfPixel) / 8))
  if (!isInterlaced) return of(width, height)
  return PASSES.reduce(
    (sum, [left, top, across, down]) =>
      sum +
      of(Math.max(0, Math.ceil((width - left) / across)), Math.max(0, Math.ceil((height - top) / down))),
    0,
  )
}

/** Never unpacks more than the expected number of bytes. */
function pixels(packed: Buffer, bytes: number): Buffer | undefined {
  try {
    const rows = inflateSync(packed, { maxOutputLength: bytes })
    return rows.length === bytes ? rows : undefined
  } catch {
    return undefined
  }
}

function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const chunk = Buffer.alloc(named.length + 8)
  chunk.writeUInt32BE(content.length, 0)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), named.length + 4)
  return chunk
}

// JPEG: segments that begin with FF and a marker. After the start of a scan comes its data, up to the next marker.

const [SOI, EOI, SOS] = [0xd8, 0xd9, 0xda]
const FRAMES = [0xc0, 0xc1, 0xc2]
/** Tables for quantization and Huffman codes, restart intervals, and the colour space (JFIF, Adobe). */
const JPEG_KEPT = [...FRAMES, 0xc4, 0xdb, 0xdd]
const [JFIF, ADOBE] = [0xe0, 0xee]

function cleanJpeg(picture: Buffer): Buffer | undefined {
  if (picture[0] !== 0xff || picture[1] !== SOI) return undefined
  const kept = [picture.subarray(0, 2)]
  let at = 2
  let hasFrame = false
  let hasScan = false
  while (at + 4 <= picture.length) {
    const mark = picture[at + 1] ?? 0
    if (picture[at] !== 0xff) return undefined
    const end = at + 2 + picture.readUInt16BE(at + 2)
    if (mark < 0xc0 || end > picture.length || end < at + 4) return undefined
    if (FRAMES.includes(mark)) {
      if (hasFrame || end < at + 10) return undefined
      hasFrame = fits(picture.readUInt16BE(at + 7), picture.readUInt16BE(at + 5))
      if (!hasFrame) return undefined
    }
    if (mark === SOS) {
      const over = scanEnd(picture, end)
      if (!hasFrame || over === undefined) return undefined
      kept.push(picture.subarray(at, over))
      hasScan = true
      at = over
      if (picture[at + 1] === EOI)
        return hasScan ? Buffer.concat([...kept, Buffer.from([0xff, EOI])]) : undefined
      continue
    }
    if (isKeptOfJpeg(picture, mark, at)) kept.push(picture.subarray(at, end))
    // A kind of frame that no browser draws.
    else if (mark < 0xd0) return undefined
    at = end
  }
  return undefined
}

const isKeptOfJpeg = (picture: Buffer, mark: number, at: number): boolean =>
  JPEG_KEPT.includes(mark) ||
  (mark === JFIF && picture.toString('latin1', at + 4, at + 9) === 'JFIF\0') ||
  (mark === ADOBE && picture.toString('latin1', at + 4, at + 9) === 'Adobe')

/** The position of the next marker that does not belong to the scan. */
function scanEnd(picture: Buffer, from: number): number | undefined {
  for (let at = from; at + 1 < picture.length; at += 1) {
    const next = picture[at + 1] ?? 0
    if (picture[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return undefined
}

// WebP: RIFF, its length, and chunks of name, length and content, each of an even length.

const WEBP_ALPHA = 0x10

function cleanWebp(picture: Buffer): Buffer | undefined {
  const isWebp =
    picture.length >= 20 &&
    picture.toString('latin1', 0, 4) === 'RIFF' &&
    picture.toString('latin1', 8, 12) === 'WEBP'
  if (!isWebp) return undefined
  const whole = Math.min(picture.length, picture.readUInt32LE(4) + 8)
  const parts = new Map<string, Buffer>()
  let at = 12
  while (at + 8 <= whole) {
    const name = picture.toString('latin1', at, at + 4)
    const end = at + 8 + picture.readUInt32LE(at + 4)
    if (end > whole || name === 'ANIM' || name === 'ANMF') return undefined
    if (!parts.has(name)) parts.set(name, picture.subarray(at + 8, end))
    at = end + (end % 2)
  }
  const [lossy, lossless, alpha, more] = ['VP8 ', 'VP8L', 'ALPH', 'VP8X'].map((name) => parts.get(name))
  const size = lossless ? losslessSize(lossless) : lossy ? lossySize(lossy) : undefined
  if (!size || !fits(size.width, size.height)) return undefined
  if (lossless) return webp([['VP8L', lossless]])
  if (!lossy) return undefined
  if (!alpha || !more || more.length !== 10) return webp([['VP8 ', lossy]])
  const extended = Buffer.from(more)
  extended.fill(0, 0, 4)
  extended[0] = WEBP_ALPHA
  const isSame = extended.readUIntLE(4, 3) + 1 === size.width && extended.readUIntLE(7, 3) + 1 === size.height
  return isSame
    ? webp([
        ['VP8X', extended],
        ['ALPH', alpha],
        ['VP8 ', lossy],
      ])
    : undefined
}

function losslessSize(content: Buffer) {
  if (content.length < 5 || content[0] !== 0x2f) return undefined
  const bits = content.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function lossySize(content: Buffer) {
  if (content.length < 10 || content.readUIntBE(3, 3) !== 0x9d012a) return undefined
  return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff }
}

function webp(chunks: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const body = chunks.flatMap(([name, content]) => {
    const head = Buffer.alloc(8)
    head.write(name, 0, 'latin1')
    head.writeUInt32LE(content.length, 4)
    return [head, content, Buffer.alloc(content.length % 2)]
  })
  const head = Buffer.from('RIFF____WEBP', 'latin1')
  head.writeUInt32LE(
    body.reduce((sum, { length }) => sum + length, 4),
    4,
  )
  return Buffer.concat([head, ...body])
}
