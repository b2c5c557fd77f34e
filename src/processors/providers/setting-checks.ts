/** What settings of accounts are made of, for every provider. None repeats what was typed. Pure. */
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { Instant } from '../../foundation/deps.ts'
import type { Fault } from '../../foundation/faults.ts'

type Said = Omit<Fault, 'path'>
const invalid = (message: string): Said => ({ code: 'INVALID_FORMAT', message })

export const MAX_SETTING_LENGTH = 32_768

/** One line that a person can read. */
export const plainLine =
  (maxLength: number) =>
  (text: string): Said | undefined =>
    /^[\x20-\x7e]+$/.test(text) && text.trim() === text && text.length <= maxLength
      ? undefined
      : invalid(`must be 1 to ${maxLength} letters, digits and signs of ASCII, on one line`)

/** @param message must be …: with an example */
export const matching =
  (form: RegExp, message: string): SettingCheck =>
  (text) =>
    form.test(text) ? undefined : invalid(message)

/** What a setting may say. */
export interface SettingCheck {
  /** @returns what is wrong with it, without repeating it */
  (text: string): Said | undefined
  /** All that it may be, where those can be listed. */
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

/** When the certificate ends. */
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

/** Where a provider's API is. */
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
    : invalid('must be a URL without query, credentials and slash at its end: https://pix.bank.example')
}

/** Where payers come back to whose request names no page. */
export const pageAddress =
  (maxLength: number, schemes: readonly string[] = ['http:', 'https:']): SettingCheck =>
  (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const isPage = url && schemes.includes(url.protocol) && url.username === '' && url.password === ''
    return isPage && text.length <= maxLength
      ? undefined
      : invalid(
          `must be the address of a page, of at most ${maxLength} characters: https://shop.example/thanks`,
        )
  }

const isRsa = (read: (text: string) => KeyObject, text: string): boolean => {
  try {
    return read(text).asymmetricKeyType === 'rsa'
  } catch {
    // What is wrong with it may not be repeated.
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
