/**
 * Icons for payment methods, and initials on a colour for banks, wallets and shops. Drawn here, because real logos belong to their owners
 * and need permission.
 */
import type { Mark as SignName } from '@sluice/core/catalogue/checkout-texts.ts'

/** A colour that depends only on the name, dark enough for white letters. */
function hueOf(name: string): number {
  let hash = 0x811c9dc5
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return ((hash >>> 8) ^ (hash >>> 20)) % 360
}

/** One or two letters of a name, in any script. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...(words[0] ?? '?')].slice(0, 2)
  return letters.join('').toUpperCase()
}

export function Mark({ name }: { readonly name: string }) {
  return (
    <svg class="mark" viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="10" fill={`hsl(${hueOf(name)} 50% 28%)`} />
      <text
        x="20"
        y="21"
        text-anchor="middle"
        dominant-baseline="central"
        font-size="16"
        font-weight="600"
        fill="#fff"
      >
        {initialsOf(name)}
      </text>
    </svg>
  )
}

/** Paths on a 24 by 24 grid. */
const SIGNS: Readonly<Record<SignName, string>> = {
  qr: 'M3 3h7v7H3zm2 2v3h3V5zm9-2h7v7h-7zm2 2v3h3V5zM3 14h7v7H3zm2 2v3h3v-3zm9-2h3v3h-3zm4 4h3v3h-3zm0-4h3v2h-3zm-4 5h2v2h-2z',
  bank: 'M12 2 2 8v2h20V8zM4 11v7h3v-7zm6.5 0v7h3v-7zm6.5 0v7h3v-7zM2 19v3h20v-3z',
  phone:
    'M7 1h10a2 2 0 0 1 2 2v18a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2zm0 4v13h10V5zm4 14.5v1.5h2v-1.5z',
  wallet:
    'M3 5h15v3h2a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zm1 2v1h12V7zm11 6v2h3v-2z',
  store:
    'M4 3h16l2 6a3 3 0 0 1-2 2.8V21H4v-9.2A3 3 0 0 1 2 9zm2 9.5V19h5v-5h4v5h3v-6.5a4 4 0 0 1-3-1 4 4 0 0 1-6 0 4 4 0 0 1-3 1z',
  coin: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1 4h2v2h3v2h-5v1h3a2 2 0 0 1 2 2v1a2 2 0 0 1-2 2h-1v2h-2v-2H8v-2h6v-1h-3.5a2 2 0 0 1-2-2v-1a2 2 0 0 1 2-2h.5z',
  transfer: 'M4 7h12V3l6 6-6 6v-4H4zm16 10H8v-4l-6 5.5L8 22v-3h12z',
}

export function Sign({ name }: { readonly name: SignName }) {
  return (
    <span class="sign">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path fill-rule="evenodd" d={SIGNS[name]} />
      </svg>
    </span>
  )
}
