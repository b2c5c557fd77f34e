/** The result of a request: an answer, or why there is none. Never thrown. */
import { plainWords } from './codes.ts'
import { say } from './texts.ts'

export interface Fault {
  readonly path: string
  readonly message: string
}

export type Refusal =
  /** No answer: offline, or the server is unavailable. */
  | { readonly kind: 'offline' }
  /** Nobody is signed in, or the session has ended. */
  | { readonly kind: 'signed-out' }
  /** The user lacks a right, which the text names. */
  | { readonly kind: 'forbidden'; readonly text: string }
  /** @property text names what does not exist: a request may name a merchant and a payin */
  | { readonly kind: 'absent'; readonly text: string }
  /** Too many requests, or the server is busy: it may be repeated. */
  | { readonly kind: 'later'; readonly text: string }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code: string
      readonly title: string
      readonly text: string
      readonly faults: readonly Fault[]
    }

export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal }

/**
 * A refusal as one or two sentences for people.
 * @param atFields messages already shown at their fields, which are not repeated
 */
export function refusalText(refusal: Refusal, atFields: ReadonlySet<string> = new Set()): string {
  switch (refusal.kind) {
    case 'offline':
      return say('noAnswerText')
    case 'signed-out':
      return say('signedOutText')
    case 'absent':
      return say('absentText')
    case 'forbidden':
    case 'later':
      return refusal.text
    case 'refused': {
      const text = refusal.text || refusal.title
      const elsewhere = refusal.faults.filter(({ message }) => !atFields.has(message))
      const faults = elsewhere.map(({ path, message }) => [...nameOf(path), message].join(' '))
      if (elsewhere.length < refusal.faults.length) return [say('checkFields'), ...faults].join(' · ')
      // The sentence already contains the first fault.
      const isNamed = refusal.faults.some(({ message }) => text.includes(message))
      return (isNamed ? faults : [text, ...faults]).join(' · ')
    }
  }
}

/** `/money/amount` and `query:amount` become `Amount`. For a place in a file, the message contains it. */
function nameOf(path: string): readonly string[] {
  if (path.startsWith('file:')) return []
  const name = path
    .split(/[/:]/)
    .filter((part) => /\D/.test(part))
    .at(-1)
  return name === undefined ? [] : [plainWords(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2'))]
}
