/** The dashboard's languages. Each is loaded only when needed, and one without its file does not compile. */
import { LANGUAGE_NAMES, type LanguageCode } from '@sluice/ui-kit/languages.ts'
import { en, type Messages } from './messages/en.ts'

const LOADS: Readonly<Record<LanguageCode, () => Promise<Messages>>> = {
  en: async () => en,
  id: async () => (await import('./messages/id.ts')).id,
  ms: async () => (await import('./messages/ms.ts')).ms,
  es: async () => (await import('./messages/es.ts')).es,
  fil: async () => (await import('./messages/fil.ts')).fil,
  sw: async () => (await import('./messages/sw.ts')).sw,
  pt: async () => (await import('./messages/pt.ts')).pt,
  vi: async () => (await import('./messages/vi.ts')).vi,
  hi: async () => (await import('./messages/hi.ts')).hi,
  th: async () => (await import('./messages/th.ts')).th,
  lo: async () => (await import('./messages/lo.ts')).lo,
  ko: async () => (await import('./messages/ko.ts')).ko,
  ja: async () => (await import('./messages/ja.ts')).ja,
  'zh-Hans': async () => (await import('./messages/zh-Hans.ts')).zhHans,
  'zh-Hant': async () => (await import('./messages/zh-Hant.ts')).zhHant,
}

const isLanguage = (code: string): code is LanguageCode => Object.hasOwn(LANGUAGE_NAMES, code)

/** In the order of the menu. */
export const LANGUAGES: readonly LanguageCode[] = Object.keys(LANGUAGE_NAMES).filter(isLanguage)

export const wordsOf = (code: LanguageCode): Promise<Messages> => LOADS[code]()
