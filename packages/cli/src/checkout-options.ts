/** The look of a merchant's checkout as options of a command. The gateway validates them. */
import type { Context, SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { fileBytes } from './files.ts'

export interface CheckoutOptions {
  readonly checkoutName?: string
  readonly checkoutLogo?: string
  readonly checkoutColour?: string
  readonly frameOrigin?: readonly string[]
}

export function addCheckoutOptions(command: SluiceCommand): void {
  command
    .option('--checkout-name <name>', "the name on the checkout; default: the merchant's name")
    .option('--checkout-logo <file>', 'PNG, JPEG or WebP, up to 30 kB; it is shown 36 pixels high')
    .option('--checkout-colour <#rrggbb>', "of the checkout's buttons")
    .option('--frame-origin <origin...>', 'sites that may show the checkout in a frame: https://shop.example')
}

export const namesCheckout = (options: CheckoutOptions): boolean =>
  [options.checkoutName, options.checkoutLogo, options.checkoutColour, options.frameOrigin].some(
    (each) => each !== undefined,
  )

/** @returns the current settings with the given changes; undefined if nothing was given. @throws CliFailure */
export const checkoutOf = (context: Context, options: CheckoutOptions, there: unknown): object | undefined =>
  namesCheckout(options)
    ? { ...(typeof there === 'object' && there !== null ? there : {}), ...given(context, options) }
    : undefined

const given = (
  context: Context,
  { checkoutName, checkoutLogo, checkoutColour, frameOrigin }: CheckoutOptions,
) => ({
  ...(checkoutName !== undefined && { name: checkoutName }),
  ...(checkoutLogo !== undefined && { logo: pictureUrl(context, checkoutLogo) }),
  ...(checkoutColour !== undefined && { colour: checkoutColour }),
  ...(frameOrigin !== undefined && { frameOrigins: frameOrigin }),
})

/** The first bytes of each file type. */
const KINDS: readonly (readonly [string, readonly number[]])[] = [
  ['png', [0x89, 0x50, 0x4e, 0x47]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['webp', [0x52, 0x49, 0x46, 0x46]],
]
/** A data: URL is a third longer, which then reaches the gateway's limit. */
const MAX_LOGO_BYTES = 30_000

function pictureUrl(context: Context, file: string): string {
  const bytes = fileBytes(context, file)
  const kind = KINDS.find(([, first]) => first.every((byte, index) => bytes[index] === byte))?.[0]
  if (kind === undefined) throw new CliFailure('usage', `${file} is not a PNG, JPEG or WebP picture`)
  if (bytes.length > MAX_LOGO_BYTES)
    throw new CliFailure('usage', `${file} has ${bytes.length} bytes: a logo may have ${MAX_LOGO_BYTES}`)
  return `data:image/${kind};base64,${Buffer.from(bytes).toString('base64')}`
}
