/**
 * How a merchant appears on its checkout page: the schema of these settings, and the checks that go beyond it. Pure.
 *
 * The logo is stored with the settings and served from our own address, because the page loads nothing from elsewhere. `logo.ts`
 * says which logos are accepted.
 */
import { pointerTo } from '@sluice/core/foundation/json-document.ts'
import { parseUrl } from '@sluice/core/foundation/urls.ts'
import { type Static, type TStringOptions, Type } from 'typebox'
import { type Given, type Terms, worded } from '../http/reading.ts'
import { isLine, refined } from '../http/texts.ts'
import { cleanLogo, logoUrl, MAX_LOGO_SIDE } from './logo.ts'
import type { CheckoutSettings } from './merchant.ts'

const MAX_NAME_CHARACTERS = 60
/** About 30 KiB of image, so that it fits into a request with everything else. */
const MAX_LOGO_CHARACTERS = 40_960
const MAX_ORIGINS = 20
const MAX_ORIGIN_CHARACTERS = 255

/** How PNG, JPEG and WebP files begin, in base64. */
const LOGO =
  /^data:image\/(?:png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/|webp;base64,UklGR)[A-Za-z0-9+/]*={0,2}$/
const COLOUR = /^#[0-9a-fA-F]{6}$/

const bad = (holds: (text: string) => boolean, message: string, options: TStringOptions) =>
  refined(holds, 'INVALID_FORMAT', message, options)

/** The settings that the merchant's own people may change as well. */
export const LOOK = {
  name: Type.Optional(
    bad(
      (text) => isLine(text, MAX_NAME_CHARACTERS),
      `must be text of 1 to ${MAX_NAME_CHARACTERS} characters, without control characters`,
      { maxLength: MAX_NAME_CHARACTERS, description: 'The name shown to payers.' },
    ),
  ),
  logo: Type.Optional(
    bad(
      (text) => LOGO.test(text),
      `must be a data: URL of a PNG, JPEG or WebP in base64, at most ${MAX_LOGO_CHARACTERS} characters`,
      {
        maxLength: MAX_LOGO_CHARACTERS,
        description: 'A data: URL of a PNG, JPEG or WebP picture, in base64.',
      },
    ),
  ),
  colour: Type.Optional(
    bad((text) => COLOUR.test(text), 'must be a colour written as #rrggbb', {
      description: 'Colour of the buttons: #rrggbb.',
    }),
  ),
}

export const CheckoutSchema = worded(
  Type.Object(
    {
      ...LOOK,
      frameOrigins: Type.Optional(
        worded(
          Type.Array(worded(Type.String(), 'INVALID_FORMAT', originWords(true)), {
            maxItems: MAX_ORIGINS,
            description:
              'Origins that may show the checkout in a frame, such as https://shop.example; none by default.',
          }),
          'WRONG_TYPE',
          `must be a list of at most ${MAX_ORIGINS} origins`,
          { whole: false },
        ),
      ),
    },
    { description: 'How the checkout page presents the merchant.' },
  ),
  'WRONG_TYPE',
  'must be a JSON object or null',
  { whole: false },
)

/** @param isTest test merchants may have http origins */
export function checkoutOf(
  { name, logo, colour, frameOrigins = [] }: Given<Static<typeof CheckoutSchema>>,
  isTest: boolean,
  { say }: Pick<Terms, 'say'>,
): CheckoutSettings {
  const picture = logo === undefined ? undefined : cleanLogo(logo)
  if (logo !== undefined && !picture)
    say(
      '/checkout/logo',
      'INVALID_FORMAT',
      `must be a complete, still picture of at most ${MAX_LOGO_SIDE} pixels per side`,
    )
  frameOrigins.forEach((origin, index) => {
    if (origin === undefined || isOrigin(origin, isTest)) return
    say(pointerTo('/checkout/frameOrigins', index), 'INVALID_FORMAT', originWords(isTest))
  })
  const origins = frameOrigins.filter((origin) => origin !== undefined)
  return {
    ...(name !== undefined && { name }),
    ...(picture && { logo: logoUrl(picture) }),
    ...(colour !== undefined && { colour: colour.toLowerCase() }),
    ...(origins.length > 0 && { frameOrigins: origins }),
  }
}

function originWords(isTest: boolean): string {
  const wanted = isTest ? 'https:// or http://' : 'https://'
  return `must be an origin: ${wanted}, a host and optionally a port, with nothing after it`
}

/** It becomes part of a header, so it must be written exactly as the URL parser would write it. */
function isOrigin(text: string, isTest: boolean): boolean {
  if (text.length > MAX_ORIGIN_CHARACTERS || /[;,'"*\s]/.test(text)) return false
  const url = parseUrl(text)
  if (!url.ok || url.value.origin !== text) return false
  return url.value.protocol === 'https:' || (isTest && url.value.protocol === 'http:')
}
