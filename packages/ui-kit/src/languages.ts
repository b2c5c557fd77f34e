/** The languages of our pages for payers and merchants, and the choice for a user. */

/** By BCP 47 code, each in its own language. */
export const LANGUAGE_NAMES = {
  en: 'English',
  id: 'Bahasa Indonesia',
  ms: 'Bahasa Melayu',
  es: 'Español',
  fil: 'Filipino',
  sw: 'Kiswahili',
  pt: 'Português',
  vi: 'Tiếng Việt',
  hi: 'हिन्दी',
  th: 'ไทย',
  lo: 'ລາວ',
  ko: '한국어',
  ja: '日本語',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
} as const

export type LanguageCode = keyof typeof LANGUAGE_NAMES

const isLanguage = (code: string): code is LanguageCode => Object.hasOwn(LANGUAGE_NAMES, code)
const CODES: readonly LanguageCode[] = Object.keys(LANGUAGE_NAMES).filter(isLanguage)

const REMEMBERED = 'sluice:language'

/** Older or other codes of our languages. */
const ALSO: Readonly<Record<string, LanguageCode>> = { in: 'id', tl: 'fil' }

/** Our language for a BCP 47 tag. */
function codeOf(tag: string): LanguageCode | undefined {
  const [language = '', ...parts] = tag.toLowerCase().split('-')
  if (language === 'zh') return isTraditional(parts) ? 'zh-Hant' : 'zh-Hans'
  return (
    CODES.find((code) => code === language) ?? (Object.hasOwn(ALSO, language) ? ALSO[language] : undefined)
  )
}

/** The first of the browser's languages that we have, otherwise English. */
export function pickLanguage(wished: readonly string[]): LanguageCode {
  for (const tag of wished) {
    const found = codeOf(tag)
    if (found) return found
  }
  return 'en'
}

/**
 * For numbers, money and dates: the language with the browser's country, because `1.500` is one and a half in Mexico
 * and fifteen hundred in Argentina. If the browser has no country, or one unknown to `Intl`, only the language.
 */
export function localeOf(code: LanguageCode, wished: readonly string[]): string {
  const tag = wished.find((each) => codeOf(each) === code)
  try {
    return (tag !== undefined && Intl.NumberFormat.supportedLocalesOf(tag)[0]) || code
  } catch {
    return code
  }
}

const isTraditional = (parts: readonly string[]): boolean =>
  parts.includes('hant') ||
  (!parts.includes('hans') && parts.some((part) => ['tw', 'hk', 'mo'].includes(part)))

/** The language chosen on this device before, otherwise the browser's. Storage may be forbidden. */
export function firstLanguage(store: Pick<Storage, 'getItem'> | undefined): LanguageCode {
  const remembered = store?.getItem(REMEMBERED)
  return CODES.find((code) => code === remembered) ?? pickLanguage(navigator.languages)
}

export const rememberLanguage = (store: Pick<Storage, 'setItem'> | undefined, code: LanguageCode): void =>
  store?.setItem(REMEMBERED, code)
