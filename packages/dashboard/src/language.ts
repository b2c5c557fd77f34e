/** The dashboard's texts, in the language that the user chose or the browser prefers. */
import { signal } from '@preact/signals'
import { fill, type ValuesOf } from '@sluice/core/catalogue/instruction-texts.ts'
import { plainWords } from '@sluice/ui-kit/codes.ts'
import { firstLanguage, type LanguageCode, rememberLanguage } from '@sluice/ui-kit/languages.ts'
import { kitWords } from '@sluice/ui-kit/texts.ts'
import { LANGUAGES, wordsOf } from './languages.ts'
import { en, type MessageKey, type Messages } from './messages/en.ts'

const messages = signal<Messages>(en)
export const language = signal<LanguageCode>('en')

/** A text in the current language. The compiler requires each of its values. */
export const t = <Key extends MessageKey>(key: Key, ...values: ValuesOf<(typeof en)[Key]>): string =>
  fill(messages.value[key], values[0])

const isMessage = (code: string): code is MessageKey => Object.hasOwn(en, code)

/** A code of the API in words; one without a translation is shown in plain English words. */
export const wordOf = (code: string): string => (isMessage(code) ? messages.value[code] : plainWords(code))

async function show(code: LanguageCode): Promise<void> {
  // English is better than no page if a language does not load.
  const words = await wordsOf(code).catch(() => en)
  document.documentElement.lang = code
  kitWords.value = words
  messages.value = words
  language.value = code
}

/** A private window may forbid storage; then the choice is not remembered. */
function store(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

export function choose(code: string): void {
  const known = LANGUAGES.find((each) => each === code)
  if (!known) return
  rememberLanguage(store(), known)
  void show(known)
}

/** Call this before anything is shown. */
export const beginSpeaking = (): Promise<void> => show(firstLanguage(store()))
