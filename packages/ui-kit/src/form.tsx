/**
 * Forms: each field shows its fault in the server's words, and a button says what it does, with the amount. Input is
 * text until the server has read it: an amount never becomes a float here.
 */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { type Answer, type Refusal, refusalText } from './result.ts'
import { say } from './texts.ts'

interface FieldProps {
  readonly label: string
  /** A signal, or an object like one. */
  readonly value: { value: string }
  readonly fault?: string | undefined
  readonly hint?: string
  readonly inputMode?: 'decimal' | 'numeric' | 'text'
  readonly choices?: readonly (readonly [value: string, words: string])[]
  readonly lines?: number
  readonly autocomplete?: string
  readonly required?: boolean
  readonly maxLength?: number
  readonly type?: 'text' | 'date' | 'password'
}

/** An object like a signal, for text that is part of another value. */
export const fieldValue = (value: string, write: (next: string) => void): FieldProps['value'] => ({
  get value() {
    return value
  },
  set value(next) {
    write(next)
  },
})

export function Field(props: FieldProps) {
  const {
    label,
    value,
    fault,
    hint,
    inputMode,
    choices,
    lines,
    autocomplete = 'off',
    maxLength,
    type = 'text',
  } = props
  const id = useId()
  const isMissed = useSignal(false)
  const wrong = fault ?? (isMissed.value && value.value === '' ? say('fillIn') : undefined)
  const reported = wrong ?? hint
  const common = {
    id,
    value: value.value,
    'aria-invalid': wrong === undefined ? undefined : ('true' as const),
    'aria-describedby': reported === undefined ? undefined : `${id}-told`,
    required: props.required,
    // The browser's own message is in the browser's language and disappears quickly.
    onInvalid: (event: Event & { readonly currentTarget: HTMLElement }): void => {
      event.preventDefault()
      isMissed.value = true
      const form = event.currentTarget.closest('form')
      const first = form?.querySelector(':is(input, select, textarea):invalid')
      if (first === event.currentTarget) leadTo([event.currentTarget])
    },
  }
  const write = (event: { readonly currentTarget: { readonly value: string } }): void => {
    value.value = event.currentTarget.value
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {choices ? (
        <select {...common} onChange={write}>
          {choices.map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
      ) : lines !== undefined ? (
        <textarea {...common} rows={lines} maxLength={maxLength} onInput={write} />
      ) : type === 'date' ? (
        <input {...common} type="date" onInput={write} />
      ) : type === 'password' ? (
        // A browser that fills in the user's own password would send it.
        <input {...common} type="password" autocomplete="new-password" onInput={write} />
      ) : (
        <input
          {...common}
          type="text"
          inputMode={inputMode}
          autocomplete={autocomplete}
          maxLength={maxLength}
          onInput={write}
        />
      )}
      {reported !== undefined && (
        <p id={`${id}-told`} class={wrong === undefined ? 'hint' : 'fault'}>
          {reported}
        </p>
      )}
    </div>
  )
}

/** A running operation: its refusal, and the faults by field. */
export interface Acting {
  readonly isBusy: boolean
  readonly refusal: Refusal | undefined
}

/** Runs an operation, one at a time. */
export function useAction(): {
  readonly now: Acting
  readonly faultAt: (path: string) => string | undefined
  /** Clears the refusal. */
  readonly forget: () => void
  readonly run: <Value>(action: () => Promise<Answer<Value>>, then: (value: Value) => void) => Promise<void>
} {
  const acting = useSignal<Acting>({ isBusy: false, refusal: undefined })
  return {
    now: acting.value,
    faultAt: (path) => {
      const refusal = acting.value.refusal
      return refusal?.kind === 'refused'
        ? refusal.faults.find((fault) => fault.path === `/${path}`)?.message
        : undefined
    },
    forget: () => {
      acting.value = { isBusy: false, refusal: undefined }
    },
    run: async (action, then) => {
      if (acting.peek().isBusy) return
      acting.value = { isBusy: true, refusal: undefined }
      const answer = await action()
      acting.value = { isBusy: false, refusal: answer.ok ? undefined : answer.refusal }
      if (answer.ok) then(answer.value)
    },
  }
}

/**
 * Why an operation was refused. Faults already shown at their fields are not repeated: the first such field is scrolled
 * to and focused.
 */
export function Refused({ refusal }: { readonly refusal: Refusal | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  const atFields = useSignal<ReadonlySet<string>>(new Set())
  useLayoutEffect(() => {
    if (refusal?.kind !== 'refused') return
    const part = box.current?.closest('form, dialog, main')
    const reported = new Set(Array.from(part?.querySelectorAll('.fault') ?? [], (each) => each.textContent))
    const here = refusal.faults.map(({ message }) => message).filter((message) => reported.has(message))
    atFields.value = new Set(here)
    if (part && here.length > 0) leadTo([...part.querySelectorAll('[aria-invalid="true"]')])
  }, [refusal])
  return (
    <div role="alert" class="refused" ref={box}>
      {refusal && <p class="banner bad">{whyNot(refusal, atFields.value)}</p>}
    </div>
  )
}

/** A 404 of an operation names what is missing; for a screen it is the address itself. */
const whyNot = (refusal: Refusal, atFields: ReadonlySet<string>): string =>
  refusal.kind === 'absent' && refusal.text !== ''
    ? `${refusal.text.charAt(0).toUpperCase()}${refusal.text.slice(1)}.`
    : refusalText(refusal, atFields)

/** Moves to the first of these fields, and opens collapsed parts that contain faults. */
function leadTo(wrong: readonly Element[]): void {
  for (const field of wrong)
    for (
      let folded = field.closest('details');
      folded;
      folded = folded.parentElement?.closest('details') ?? null
    )
      folded.open = true
  const [first] = wrong
  if (first instanceof HTMLElement) first.focus()
}

interface ButtonProps {
  readonly children: ComponentChildren
  readonly acting?: Acting
  readonly tone?: 'primary' | 'danger' | 'plain'
  readonly onClick?: () => void
  readonly type?: 'button' | 'submit'
}

export function Button({ children, acting, tone = 'plain', onClick, type = 'button' }: ButtonProps) {
  const isBusy = acting?.isBusy === true
  return (
    <button
      type={type}
      class={`button ${tone}`}
      onClick={isBusy ? undefined : onClick}
      aria-disabled={isBusy}
    >
      {isBusy && <span class="spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}

/** A form that submits once, by its button or by Enter. */
export function Form({
  label,
  onSend,
  children,
}: {
  readonly label: string
  readonly onSend: () => void
  readonly children: ComponentChildren
}) {
  return (
    <form
      class="form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      {children}
    </form>
  )
}
