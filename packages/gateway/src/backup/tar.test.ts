import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSafeName, NotATar, readTarHeader, TAR_END, TarReader, tarHeader, tarPadding } from './tar.ts'

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('a tar archive', () => {
  it('is read back as it was written, in whatever pieces it comes', async () => {
    const files = fc.array(fc.uint8Array({ maxLength: 1_500 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 2_000 }), async (contents, size) => {
        const written = contents.flatMap((content, index) => [
          tarHeader({ name: `folder/file-${index}`, kind: 'file', bytes: content.length }, 1),
          content,
          tarPadding(content.length),
        ])
        const reader = new TarReader(inChunks(Buffer.concat([...written, TAR_END]), size))
        for (const content of contents) {
          const { entry } = await reader.next()
          if (entry === undefined) throw new Error('an entry is missing')
          const slices: Buffer[] = []
          for await (const slice of reader.content(entry)) slices.push(slice)
          expect(Buffer.concat(slices)).toEqual(Buffer.from(content))
          await reader.padding(entry)
        }
        expect((await reader.next()).entry).toBeUndefined()
      }),
      { numRuns: 50 },
    )
  })

  it.each(['../outside', '/etc/passwd', 'a/../b', 'a//b', 'a/', '.', '..', 'a/.', 'a\\b', 'a\0b', ''])(
    'has no name that leads elsewhere: %j',
    (name) => {
      expect(isSafeName(name)).toBe(false)
      expect(() => tarHeader({ name, kind: 'file', bytes: 0 }, 1)).toThrow()
    },
  )

  it('is refused where a header was changed, and where it holds a link', () => {
    const header = tarHeader({ name: 'cluster/1', kind: 'file', bytes: 10 }, 1)
    const changed = Buffer.from(header)
    changed.write('2', 3)
    expect(() => readTarHeader(changed)).toThrow(NotATar)
    const link = Buffer.from(header)
    link.write('2', 156)
    const sum = link.reduce((all, byte, index) => all + (index >= 148 && index < 156 ? 32 : byte), 0)
    link.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    expect(() => readTarHeader(link)).toThrow('neither a file nor a folder')
  })
})
