/**
 * The MAC of a text by a key: HMAC-SHA256 (RFC 2104), as two hashes of one call each.
 *
 * The runtime's own `Hmac` is an object with memory outside of the heap, which is made, filled and collected: a create makes one MAC, for
 * the link to the sandbox's payer, and that was 7 of its 96 µs. The tests hold this one to the runtime's. What it keeps of a key stands
 * nowhere but here, so that no log and no error can write it out, and goes with the key.
 */
import { hash, type KeyObject } from 'node:crypto'
import { assert } from '../../foundation/result.ts'

const BLOCK_BYTES = 64
const DIGEST_BYTES = 32
/** What nearly all texts have room in. */
const ROOM_BYTES = 512
const INNER_PAD = 0x36
const OUTER_PAD = 0x5c

/** Begin with the key, as the two hashes do, and have room for what follows it. */
interface Blocks {
  readonly inner: Buffer
  readonly outer: Buffer
}

const blocksOf = new WeakMap<KeyObject, Blocks>()

export function textMac(key: KeyObject, text: string): Buffer {
  let blocks = blocksOf.get(key)
  if (blocks === undefined) {
    blocks = makeBlocks(key)
    blocksOf.set(key, blocks)
  }
  const { inner, outer } = blocks
  const length = BLOCK_BYTES + Buffer.byteLength(text)
  const message = length <= inner.length ? inner : Buffer.concat([inner.subarray(0, BLOCK_BYTES)], length)
  message.write(text, BLOCK_BYTES)
  outer.write(hash('sha256', message.subarray(0, length), 'binary'), BLOCK_BYTES, 'binary')
  // By way of text: bytes of its own, outside the heap, cost a digest a third of what it takes.
  return Buffer.from(hash('sha256', outer, 'binary'), 'binary')
}

function makeBlocks(key: KeyObject): Blocks {
  const bytes = key.export()
  assert(bytes.length <= BLOCK_BYTES, 'a longer key would be hashed first')
  const begun = (pad: number, room: number): Buffer => {
    const block = Buffer.alloc(BLOCK_BYTES + room)
    block.fill(pad, 0, BLOCK_BYTES)
    for (const [at, byte] of bytes.entries()) block[at] = byte ^ pad
    return block
  }
  return { inner: begun(INNER_PAD, ROOM_BYTES), outer: begun(OUTER_PAD, DIGEST_BYTES) }
}
