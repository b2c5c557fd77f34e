import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TripSocket } from './trip-socket.ts'

/** Goes nowhere, and remembers what would have gone. */
class Watched extends TripSocket {
  readonly sent: Buffer[] = []
  override _write(
    piece: Buffer | string,
    encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    this.sent.push(typeof piece === 'string' ? Buffer.from(piece, encoding) : piece)
    done()
  }
}

describe('a socket for trips to PostgreSQL', () => {
  it('sends what is written together as one piece, and what is written alone at once', () => {
    const socket = new Watched()
    socket.together(() => {
      for (const piece of ['a', 'bc', 'd']) socket.write(Buffer.from(piece))
      expect(socket.sent).toEqual([])
    })
    socket.write(Buffer.from('e'))
    expect(socket.sent.map(String)).toEqual(['abcd', 'e'])
  })

  it('sends nothing where nothing was written', () => {
    const socket = new Watched()
    socket.together(() => undefined)
    expect(socket.sent).toEqual([])
  })

  it('sends what was written before something went wrong, and gathers no more', () => {
    const socket = new Watched()
    const send = () =>
      socket.together(() => {
        socket.write(Buffer.from('a'))
        throw new Error('halfway')
      })
    expect(send).toThrow('halfway')
    socket.write(Buffer.from('b'))
    expect(socket.sent.map(String)).toEqual(['a', 'b'])
  })

  it('lets nothing overtake, however it is written', () => {
    const written = fc.record({
      text: fc.string({ unit: 'binary-ascii', minLength: 1 }),
      as: fc.constantFrom('bytes', 'text', 'told'),
    })
    fc.assert(
      fc.property(fc.array(fc.array(written)), (trips) => {
        const socket = new Watched()
        for (const trip of trips) {
          socket.together(() => {
            for (const { text, as } of trip) {
              if (as === 'bytes') socket.write(Buffer.from(text))
              else if (as === 'text') socket.write(text, 'latin1')
              else socket.write(Buffer.from(text), () => undefined)
            }
          })
        }
        const all = trips.flat().map(({ text }) => text)
        expect(Buffer.concat(socket.sent).toString('latin1')).toBe(all.join(''))
      }),
    )
  })
})
