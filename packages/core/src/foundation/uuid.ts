/**
 * UUID version 7 (RFC 9562), monotonic.
 *
 * The first 48 bits are the time. The other 74 bits are one counter that starts at random and grows by a random step with every
 * ID (section 6.2, method 2). The counter is never reset. So IDs of the same millisecond sort in the order they were made,
 * whatever times are passed in and in whatever order. With steps of 2^31 on average it would overflow after 2^42 IDs: nine years
 * at 15,000 a second without a restart.
 */
import type { Instant } from './deps.ts'
import { assert } from './result.ts'

const TWO_32 = 2 ** 32
const TWO_42 = 2 ** 42
const LAST_INSTANT_MS = 2 ** 48 - 1

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** For 16 bits. A larger value is not a small integer to V8, and `toString` takes several times as long. */
const hex4 = (value: number): string => `${HEX[value >>> 8]}${HEX[value & 0xff]}`

/** @param random32 a whole number, uniform in [0, 2^32) */
export function uuidV7Source(random32: () => number): (at: Instant) => string {
  // 41 random bits above 32 random bits: the top bit starts at 0 and leaves space for the counter to grow.
  let high = (random32() % 512) * TWO_32 + random32()
  let low = random32()
  // Cached, as many are made in one millisecond.
  let timeAt: Instant = -1
  let time = ''

  return (at) => {
    assert(
      Number.isInteger(at) && at >= 0 && at <= LAST_INSTANT_MS,
      'an instant in whole ms that fits 48 bits',
    )
    low += random32() + 1
    if (low >= TWO_32) {
      low -= TWO_32
      high = (high + 1) % TWO_42
    }
    if (at !== timeAt) {
      const digits = at.toString(16).padStart(12, '0')
      timeAt = at
      time = `${digits.slice(0, 8)}-${digits.slice(8)}`
    }
    const randA = Math.floor(high / 2 ** 30)
    const randB = high % 2 ** 30
    return `${time}-${hex4(0x7000 + randA)}-${hex4(0x8000 + (randB >>> 16))}-${hex4(randB & 0xffff)}${hex4(low >>> 16)}${hex4(low & 0xffff)}`
  }
}
