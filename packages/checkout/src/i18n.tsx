/** The page's texts in the chosen language. */
import { fill } from '@sluice/core/catalogue/instruction-texts.ts'
import { firstLanguage, type LanguageCode, localeOf, rememberLanguage } from '@sluice/ui-kit/languages.ts'
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { languageOf } from './languages.ts'
import { en, type MessageKey, type Messages } from './messages/en.ts'
import { formatMoney } from './money.ts'
import type { Money } from './payin.ts'

export interface Words {
  readonly code: LanguageCode
  /** The locale: the language with the payer's country, for numbers and dates. */
  readonly locale: string
  t(key: MessageKey, values?: Readonly<Record<string, string>>): string
  money(money: Money): string
  choose(code: LanguageCode): void
}

const wordsOf = (code: LanguageCode, locale: string, messages: Messages, choose: Words['choose']): Words => ({
  code,
  locale,
  t: (key, values) => fill(messages[key], values),
  money: (money) => formatMoney(money, locale),
  choose,
})

const WordsContext = createContext<Words>(wordsOf('en', 'en', en, () => undefined))

export const useWords = (): Words => useContext(WordsContext)

/** A private window may forbid storage; then nothing is remembered. */
export function storageOr<T>(get: () => T): T | undefined {
  try {
    return get()
  } catch {
    return undefined
  }
}

/** Shows its children once the language is loaded. */
export function Speaking({ children }: { readonly children: ComponentChildren }) {
  const store = storageOr(() => localStorage)
  const [words, setWords] = useState<Words>()
  const choose = (code: LanguageCode, remember: boolean): void => {
    if (remember) rememberLanguage(store, code)
    const show = (messages: Messages) => {
      document.documentElement.lang = code
      const locale = localeOf(code, navigator.languages)
      setWords(wordsOf(code, locale, messages, (next) => choose(next, true)))
    }
    // English is better than no page if a language does not load.
    languageOf(code)
      .load()
      .then(show, () => show(en))
  }
  useEffect(() => choose(firstLanguage(store), false), [])
  if (!words) return null
  return <WordsContext.Provider value={words}>{children}</WordsContext.Provider>
}
