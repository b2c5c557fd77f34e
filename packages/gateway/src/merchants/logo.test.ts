/** What is kept of a logo: the picture, and nothing that came with it. The pictures are a browser's own. */
import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { cleanLogo, logoUrl, MAX_LOGO_SIDE } from './logo.ts'

const PICTURES = {
  png: picture('image/png', [
    'iVBORw0KGgoAAAANSUhEUgAAAAYAAAAFCAYAAABmWJ3mAAAAJUlEQVR4AayJsQkAAAjDpKvH+Yn/bzoV2r2BQCDonaMlQNoyOB4A',
    'AP//uGNdWgAAAAZJREFUAwB3RgVgBFiXJAAAAABJRU5ErkJggg==',
  ]),
  jpeg: picture('image/jpeg', [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh',
    'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB',
    'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA',
    'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y',
    'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM',
    'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBC',
    'YFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSk',
    'pKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAFAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/',
    'xAAaEAEAAQUAAAAAAAAAAAAAAAAAAQIGNHOx/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAL/xAAXEQEAAwAAAAAAAAAAAAAAAAAAAQIy',
    '/9oADAMBAAIRAxEAPwClb2DXsnkACKZh/9k=',
  ]),
  webp: picture('image/webp', [
    'UklGRhICAABXRUJQVlA4WAoAAAAgAAAABQAABAAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh',
    'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB',
    'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA',
    'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y',
    'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM',
    'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDggJAAAAJABAJ0BKgYABQAEAGglAABc6zbAAAD2',
    'v3tfbCUZ/9LBMLQAAA==',
  ]),
  lossless: picture('image/webp', [
    'UklGRgQCAABXRUJQVlA4WAoAAAAgAAAABQAABAAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh',
    'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB',
    'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA',
    'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y',
    'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM',
    'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDhMFgAAAC8FAAEAD3C3yC/Q/wl2/gMPxYnofwA=',
  ]),
  webpAlpha: picture('image/webp', [
    'UklGRiQCAABXRUJQVlA4WAoAAAAwAAAABQAABAAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh',
    'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB',
    'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA',
    'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y',
    'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM',
    'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZBTFBICwAAAAEPMP8REaIHEf0PAFZQOCAiAAAAMAEA',
    'nQEqBgAFAALATCWIAANwAP7uQr/91W9B3MQZxAAAAA==',
  ]),
}

function picture(type: string, lines: readonly string[]) {
  return { type, bytes: Buffer.from(lines.join(''), 'base64') }
}

const urlOf = ({ type, bytes }: { readonly type: string; readonly bytes: Buffer }) =>
  `data:${type};base64,${bytes.toString('base64')}`
const cleaned = (type: string, bytes: Buffer): Buffer | undefined => {
  const logo = cleanLogo(urlOf({ type, bytes }))
  return logo && Buffer.from(logo.bytes)
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content])
  const head = Buffer.alloc(4)
  const sum = Buffer.alloc(4)
  head.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([head, named, sum])
}
const png = (width: number, height: number, data: Buffer, ...more: readonly Buffer[]): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const parts = [
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([signature, ...parts])
}

describe.each(Object.entries(PICTURES))('%s', (_name, { type, bytes }) => {
  const clean = cleaned(type, bytes) ?? Buffer.alloc(0)

  it('is kept without what programs and cameras add, and is then as it stays', () => {
    expect(clean.length).toBeGreaterThan(40)
    expect(clean.includes('Google')).toBe(false)
    expect(clean.includes('ICC')).toBe(false)
    expect(cleaned(type, clean)).toEqual(clean)
  })

  it('loses whatever stands behind its end', () => {
    expect(cleaned(type, Buffer.concat([clean, Buffer.from('<script>alert(1)</script>PK\x03\x04')]))).toEqual(
      clean,
    )
  })

  it('is refused where a piece of it is missing', () => {
    for (let length = 1; length < clean.length - 1; length += 1)
      expect([length, cleaned(type, clean.subarray(0, length))]).toEqual([length, undefined])
  })

  it('is refused under the name of another kind', () => {
    for (const other of ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml', 'text/html'])
      if (other !== type) expect([other, cleaned(other, bytes)]).toEqual([other, undefined])
  })
})

describe('a PNG', () => {
  const rows = Buffer.alloc(4 * 5)

  it('keeps no text, and no chunk that nobody knows', () => {
    const plain = cleaned('image/png', png(4, 4, rows))
    expect(plain).toBeDefined()
    const noted = png(4, 4, rows, chunk('tEXt', Buffer.from('Comment\0where we live')), chunk('prVt', rows))
    expect(cleaned('image/png', noted)).toEqual(plain)
  })

  it('is refused where it moves, where it unfolds to more than its size, where it is too large, and where a sum is wrong', () => {
    expect(cleaned('image/png', png(4, 4, rows, chunk('acTL', Buffer.alloc(8))))).toBeUndefined()
    expect(cleaned('image/png', png(4, 4, Buffer.alloc(30_000_000)))).toBeUndefined()
    expect(cleaned('image/png', png(4, 5, rows))).toBeUndefined()
    const side = MAX_LOGO_SIDE + 1
    expect(cleaned('image/png', png(side, 1, Buffer.alloc(side + 1)))).toBeUndefined()
    expect(cleaned('image/png', png(MAX_LOGO_SIDE, 1, Buffer.alloc(side)))).toBeDefined()
    const wrong = png(4, 4, rows)
    wrong[20] = 1
    expect(cleaned('image/png', wrong)).toBeUndefined()
  })
})

it('is kept as the data: URL that it was sent as', () => {
  const logo = cleanLogo(urlOf(PICTURES.png))
  expect(logo && logoUrl(logo)).toMatch(/^data:image\/png;base64,iVBORw0KGgo/)
})
