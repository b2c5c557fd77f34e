/** The languages: chosen by the browser, changeable, remembered; each is loaded only when it is needed. */
import { en, type Messages } from './messages/en.ts'

export interface Language {
  /** BCP 47, for `lang` and `Intl`. */
  readonly code: string
  /** As its speakers write it. */
  readonly name: string
  load(): Promise<Messages>
}

export const LANGUAGES = [
  { code: 'en', name: 'English', load: async () => en },
  { code: 'id', name: 'Bahasa Indonesia', load: async () => (await import('./messages/id.ts')).id },
  { code: 'ms', name: 'Bahasa Melayu', load: async () => (await import('./messages/ms.ts')).ms },
  { code: 'es', name: 'Español', load: async () => (await import('./messages/es.ts')).es },
  { code: 'fil', name: 'Filipino', load: async () => (await import('./messages/fil.ts')).fil },
  { code: 'sw', name: 'Kiswahili', load: async () => (await import('./messages/sw.ts')).sw },
  { code: 'pt', name: 'Português', load: async () => (await import('./messages/pt.ts')).pt },
  { code: 'vi', name: 'Tiếng Việt', load: async () => (await import('./messages/vi.ts')).vi },
  { code: 'hi', name: 'हिन्दी', load: async () => (await import('./messages/hi.ts')).hi },
  { code: 'th', name: 'ไทย', load: async () => (await import('./messages/th.ts')).th },
  { code: 'lo', name: 'ລາວ', load: async () => (await import('./messages/lo.ts')).lo },
  { code: 'ko', name: '한국어', load: async () => (await import('./messages/ko.ts')).ko },
  { code: 'ja', name: '日本語', load: async () => (await import('./messages/ja.ts')).ja },
  { code: 'zh-Hans', name: '简体中文', load: async () => (await import('./messages/zh-Hans.ts')).zhHans },
  { code: 'zh-Hant', name: '繁體中文', load: async () => (await import('./messages/zh-Hant.ts')).zhHant },
] as const satisfies readonly Language[]

export type LanguageCode = (typeof LANGUAGES)[number]['code']

const REMEMBERED = 'sluice:language'

/** Older or other names of what we have. */
const ALSO: Readonly<Record<string, LanguageCode>> = { in: 'id', tl: 'fil' }

export function languageOf(code: string): Language {
  return LANGUAGES.find((each) => each.code === code) ?? LANGUAGES[0]
}

/** The language of ours that a BCP 47 tag asks for. */
function codeOf(tag: string): LanguageCode | undefined {
  const [language = '', ...parts] = tag.toLowerCase().split('-')
  if (language === 'zh') return isTraditional(parts) ? 'zh-Hant' : 'zh-Hans'
  return LANGUAGES.find(({ code }) => code === language)?.code ?? ALSO[language]
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
  return LANGUAGES.find(({ code }) => code === remembered)?.code ?? pickLanguage(navigator.languages)
}

export const rememberLanguage = (store: Pick<Storage, 'setItem'> | undefined, code: LanguageCode): void =>
  store?.setItem(REMEMBERED, code)
