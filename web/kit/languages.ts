/** The languages of our pages for payers and merchants: which there are, and which somebody reads. */

/** By BCP 47, each as its speakers write it. */
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

/** Older or other names of what we have. */
const ALSO: Readonly<Record<string, LanguageCode>> = { in: 'id', tl: 'fil' }

/** The language of ours that a BCP 47 tag asks for. */
function codeOf(tag: string): LanguageCode | undefined {
  const [language = '', ...parts] = tag.toLowerCase().split('-')
  if (language === 'zh') return isTraditional(parts) ? 'zh-Hant' : 'zh-Hans'
  return (
    CODES.find((code) => code === language) ?? (Object.hasOwn(ALSO, language) ? ALSO[language] : undefined)
  )
}

/** The first of the browser's languages that we have; English where there is none. */
export function pickLanguage(wished: readonly string[]): LanguageCode {
  for (const tag of wished) {
    const found = codeOf(tag)
    if (found) return found
  }
  return 'en'
}

/**
 * For numbers, money and dates: the language as the browser's country writes it, because `1.500` is one and a half in Mexico and
 * fifteen hundred in Argentina. Where the browser wishes no country's, or nothing that `Intl` knows, the language's own.
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

/** What was chosen on this device before, or what the browser wishes. A browser may forbid to remember. */
export function firstLanguage(store: Pick<Storage, 'getItem'> | undefined): LanguageCode {
  const remembered = store?.getItem(REMEMBERED)
  return CODES.find((code) => code === remembered) ?? pickLanguage(navigator.languages)
}

export const rememberLanguage = (store: Pick<Storage, 'setItem'> | undefined, code: LanguageCode): void =>
  store?.setItem(REMEMBERED, code)
