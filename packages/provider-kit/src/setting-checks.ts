/** Checks of single settings. No message repeats what was entered. Pure. */
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { Fault } from '@sluice/core/foundation/faults.ts'

type Said = Omit<Fault, 'path'>
const invalid = (message: string): Said => ({ code: 'INVALID_FORMAT', message })

export const MAX_SETTING_LENGTH = 32_768

/** One line of readable ASCII. */
export const plainLine =
  (maxLength: number) =>
  (text: string): Said | undefined =>
    /^[\x20-\x7e]+$/.test(text) && text.trim() === text && text.length <= maxLength
      ? undefined
      : invalid(`must be 1 to ${maxLength} printable ASCII characters on one line`)

/** @param message that says what it must be, with an example */
export const matching =
  (form: RegExp, message: string): SettingCheck =>
  (text) =>
    form.test(text) ? undefined : invalid(message)

/** Checks the value of a setting. */
export interface SettingCheck {
  /** @returns what is wrong, without repeating the value */
  (text: string): Said | undefined
  /** All allowed values, if they can be listed. */
  readonly choices?: readonly string[]
}

export function oneOf(choices: readonly string[]): SettingCheck {
  const check = (text: string): Said | undefined =>
    choices.includes(text)
      ? undefined
      : { code: 'UNKNOWN_VALUE', message: `must be one of ${choices.join(', ')}` }
  return Object.assign(check, { choices })
}

export function pemCertificate(text: string): Said | undefined {
  try {
    new X509Certificate(text)
    return undefined
  } catch {
    return invalid('must be a certificate in PEM: -----BEGIN CERTIFICATE-----')
  }
}

/** When the certificate expires. */
export function endOfCertificate(text: string): Instant | undefined {
  try {
    return new X509Certificate(text).validToDate.getTime()
  } catch {
    return undefined
  }
}

export function pemPrivateKey(text: string): Said | undefined {
  try {
    createPrivateKey(text)
    return undefined
  } catch {
    return invalid('must be a private key in PEM, without a passphrase: -----BEGIN PRIVATE KEY-----')
  }
}

/** The address of a provider's API. */
export function baseAddress(text: string): Said | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain =
    (url?.protocol === 'https:' || url?.protocol === 'http:') &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === '' &&
    !text.endsWith('/')
  return isPlain
    ? undefined
    : invalid('must be a URL without query, credentials and trailing slash: https://pix.bank.example')
}

/** The page that payers return to if their request names none. */
export const pageAddress =
  (maxLength: number, schemes: readonly string[] = ['http:', 'https:']): SettingCheck =>
  (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const isPage = url && schemes.includes(url.protocol) && url.username === '' && url.password === ''
    return isPage && text.length <= maxLength
      ? undefined
      : invalid(`must be the URL of a page, at most ${maxLength} characters: https://shop.example/thanks`)
  }

const isRsa = (read: (text: string) => KeyObject, text: string): boolean => {
  try {
    return read(text).asymmetricKeyType === 'rsa'
  } catch {
    // The reason may repeat the key, so it is dropped.
    return false
  }
}

export const rsaPublicKey: SettingCheck = (text) =>
  isRsa(createPublicKey, text)
    ? undefined
    : invalid('must be a public key of RSA in PEM: -----BEGIN PUBLIC KEY-----')

export const rsaPrivateKey: SettingCheck = (text) =>
  isRsa(createPrivateKey, text)
    ? undefined
    : invalid('must be a private key of RSA in PEM, without a passphrase: -----BEGIN PRIVATE KEY-----')
