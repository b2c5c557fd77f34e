/** Shown in place of an answer: loading, empty, forbidden or failed. Each says what to do. */
import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { Loaded } from './query.ts'
import { type Refusal, refusalText } from './result.ts'
import { type KitWord, say } from './texts.ts'

/** Placeholder lines, so that nothing moves when the answer arrives. */
export function Loading({ rows = 4 }: { readonly rows?: number }) {
  return (
    <div class="loading" role="status">
      <span class="hidden">{say('loading')}</span>
      {Array.from({ length: rows }, (_, line) => (
        <div class="skeleton" key={line} />
      ))}
    </div>
  )
}

interface StateProps {
  readonly title: string
  readonly children?: ComponentChildren
}

export function Empty({ title, children }: StateProps) {
  return (
    <div class="state">
      <p class="state-title">{title}</p>
      {children}
    </div>
  )
}

const TITLES = {
  offline: 'noAnswer',
  'signed-out': 'signedOut',
  forbidden: 'forbidden',
  absent: 'absent',
  later: 'later',
  refused: 'refused',
} as const satisfies Readonly<Record<Refusal['kind'], KitWord>>

export function Failed({ refusal, again }: { readonly refusal: Refusal; readonly again?: () => void }) {
  return (
    <div
      class={refusal.kind === 'forbidden' || refusal.kind === 'absent' ? 'state' : 'state bad'}
      role="alert"
    >
      <p class="state-title">{say(TITLES[refusal.kind])}</p>
      <p>{refusalText(refusal)}</p>
      {again && refusal.kind !== 'forbidden' && (
        <button type="button" class="button" onClick={again}>
          {say('tryAgain')}
        </button>
      )}
    </div>
  )
}

interface AnswerProps<Value> {
  readonly of: ReadonlySignal<Loaded<Value>>
  readonly rows?: number
  readonly children: (value: Value) => ComponentChildren
}

/** Shows the answer, or why there is none. */
export function Answered<Value>({ of, rows = 4, children }: AnswerProps<Value>) {
  const loaded = of.value
  if (loaded.state === 'loading') return <Loading rows={rows} />
  if (loaded.state === 'failed') return <Failed refusal={loaded.refusal} />
  return <>{children(loaded.value)}</>
}
