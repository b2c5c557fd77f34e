/**
 * How a merchant's checkout page shows the merchant: read with all faults at once. Pure.
 *
 * The logo is kept as data, because the page loads nothing from anybody else; only pictures without scripts in them are taken.
 */
import { Type } from 'typebox'
import { parseUrl } from '../../foundation/urls.ts'
import { pointerTo } from '../../http/body.ts'
import type { Fault } from '../../http/problems.ts'
import { isObject } from '../../intake/requests.ts'
import type { CheckoutSettings } from '../../merchants/merchant.ts'

const MAX_NAME_CHARACTERS = 60
/** About 30 KiB of picture: with all else it fits into a request. */
const MAX_LOGO_CHARACTERS = 40_960
const MAX_ORIGINS = 20
const MAX_ORIGIN_CHARACTERS = 255

/** The beginnings of PNG, JPEG and WebP files, in base64. */
const LOGO =
  /^data:image\/(?:png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/|webp;base64,UklGR)[A-Za-z0-9+/]*={0,2}$/
const COLOUR = /^#[0-9a-fA-F]{6}$/

export const CheckoutSchema = Type.Object(
  {
    name: Type.Optional(
      Type.String({ maxLength: MAX_NAME_CHARACTERS, description: 'What payers see instead of the name.' }),
    ),
    logo: Type.Optional(
      Type.String({
        maxLength: MAX_LOGO_CHARACTERS,
        description: 'A data: URL of a PNG, JPEG or WebP picture, in base64.',
      }),
    ),
    colour: Type.Optional(Type.String({ description: 'Of buttons: #rrggbb.' })),
    frameOrigins: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: MAX_ORIGINS,
        description:
          'Origins that may show the checkout in a frame, such as https://shop.example; none by default.',
      }),
    ),
  },
  { description: 'How the checkout page shows the merchant.' },
)

/** @param isTest test merchants may have origins over http. */
export function readCheckout(value: unknown, isTest: boolean, faults: Fault[]): CheckoutSettings {
  if (!isObject(value)) {
    faults.push({ path: '/checkout', code: 'WRONG_TYPE', message: 'must be a JSON object or null' })
    return {}
  }
  const { name, logo, colour, frameOrigins } = value
  const ask = (member: string, given: unknown, holds: (text: string) => boolean, message: string) => {
    if (given === undefined || (typeof given === 'string' && holds(given))) return
    faults.push({ path: `/checkout/${member}`, code: 'INVALID_FORMAT', message })
  }
  ask(
    'name',
    name,
    isName,
    `must be text of 1 to ${MAX_NAME_CHARACTERS} characters, without control characters`,
  )
  ask(
    'logo',
    logo,
    isLogo,
    `must be a data: URL of a PNG, JPEG or WebP in base64, at most ${MAX_LOGO_CHARACTERS} characters`,
  )
  ask('colour', colour, (text) => COLOUR.test(text), 'must be a colour written as #rrggbb')
  const origins = frameOrigins === undefined ? undefined : readOrigins(frameOrigins, isTest, faults)
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof logo === 'string' && { logo }),
    ...(typeof colour === 'string' && { colour: colour.toLowerCase() }),
    ...(origins && origins.length > 0 && { frameOrigins: origins }),
  }
}

const isName = (text: string): boolean =>
  text.trim() !== '' && [...text].length <= MAX_NAME_CHARACTERS && !/\p{Cc}/u.test(text)

const isLogo = (text: string): boolean => text.length <= MAX_LOGO_CHARACTERS && LOGO.test(text)

function readOrigins(value: unknown, isTest: boolean, faults: Fault[]): readonly string[] {
  const path = '/checkout/frameOrigins'
  if (!Array.isArray(value) || value.length > MAX_ORIGINS) {
    faults.push({ path, code: 'WRONG_TYPE', message: `must be a list of at most ${MAX_ORIGINS} origins` })
    return []
  }
  return value.flatMap((origin: unknown, index) => {
    if (typeof origin === 'string' && isOrigin(origin, isTest)) return [origin]
    const wanted = isTest ? 'https:// or http://' : 'https://'
    const message = `must be an origin: ${wanted}, a host and perhaps a port, and nothing after it`
    faults.push({ path: pointerTo(path, index), code: 'INVALID_FORMAT', message })
    return []
  })
}

/** It becomes part of a header, so it must be written exactly as the parser would write it. */
function isOrigin(text: string, isTest: boolean): boolean {
  if (text.length > MAX_ORIGIN_CHARACTERS || /[;,'"*\s]/.test(text)) return false
  const url = parseUrl(text)
  if (!url.ok || url.value.origin !== text) return false
  return url.value.protocol === 'https:' || (isTest && url.value.protocol === 'http:')
}
