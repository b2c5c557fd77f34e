/** The checkout's languages; each is loaded only when needed. */
import { LANGUAGE_NAMES, type LanguageCode } from '@sluice/ui-kit/languages.ts'
import { en, type Messages } from './messages/en.ts'

export interface Language {
  /** BCP 47, for `lang` and `Intl`. */
  readonly code: LanguageCode
  /** In the language itself. */
  readonly name: string
  load(): Promise<Messages>
}

const language = (code: LanguageCode, load: () => Promise<Messages>): Language => ({
  code,
  name: LANGUAGE_NAMES[code],
  load,
})

export const LANGUAGES = [
  language('en', async () => en),
  language('id', async () => (await import('./messages/id.ts')).id),
  language('ms', async () => (await import('./messages/ms.ts')).ms),
  language('es', async () => (await import('./messages/es.ts')).es),
  language('fil', async () => (await import('./messages/fil.ts')).fil),
  language('sw', async () => (await import('./messages/sw.ts')).sw),
  language('pt', async () => (await import('./messages/pt.ts')).pt),
  language('vi', async () => (await import('./messages/vi.ts')).vi),
  language('hi', async () => (await import('./messages/hi.ts')).hi),
  language('th', async () => (await import('./messages/th.ts')).th),
  language('lo', async () => (await import('./messages/lo.ts')).lo),
  language('ko', async () => (await import('./messages/ko.ts')).ko),
  language('ja', async () => (await import('./messages/ja.ts')).ja),
  language('zh-Hans', async () => (await import('./messages/zh-Hans.ts')).zhHans),
  language('zh-Hant', async () => (await import('./messages/zh-Hant.ts')).zhHant),
] as const

export function languageOf(code: string): Language {
  return LANGUAGES.find((each) => each.code === code) ?? LANGUAGES[0]
}
