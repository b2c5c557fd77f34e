/**
 * The form of one request, made from the API's description of its body. While the user types, it can have the API check the input;
 * untouched fields show no errors. It also shows the request as a command. If another operator must approve the operation, it says so and
 * links to the approval. If the edited object has changed meanwhile, it shows what changed and keeps what was typed.
 */
import { BODIES } from 'made:bodies'
import { COMMANDS } from 'made:commands'
import { type Signal, useSignal } from '@preact/signals'
import { bodyText } from '@sluice/ui-kit/exact.ts'
import { Button, Form, Refused } from '@sluice/ui-kit/form.tsx'
import { addressOf, isStale, request, tagOf } from '@sluice/ui-kit/http.ts'
import { curlOf } from '@sluice/ui-kit/operation.ts'
import { refresh } from '@sluice/ui-kit/query.ts'
import type { Answer, Fault, Refusal } from '@sluice/ui-kit/result.ts'
import { useSeen } from '@sluice/ui-kit/seen.ts'
import { SameByCommand } from '@sluice/ui-kit/small.tsx'
import { type Earlier, Stale, StaleFields } from '@sluice/ui-kit/stale.tsx'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { AnswerOf } from '../api.ts'
import { approvalIn, WaitsForAnother } from '../approval-in.tsx'
import { commandWords, shellLine } from '../command-line.ts'
import { type Customs, GroupFields } from './fields.tsx'
import type { FormName } from './forms.ts'
import { bodyOf, changeOf, type Draft, type DraftGroup, draftOf, groupIn, labelOf } from './shape.ts'

interface OperationFormProps<Name extends FormName> {
  readonly name: Name
  readonly path?: Readonly<Record<string, string>>
  readonly label: string
  /**
   * The existing values, or initial ones. A `PATCH` sends only what differs from them; if they are an answer of the API, the form follows
   * it and sends the change on the condition that it is still current.
   */
  readonly start?: object
  /** Who made the last change, if that is known. */
  readonly whoElse?: () => Promise<Earlier | undefined>
  readonly customs?: Customs
  /** The button's label for what was typed, with name and amount. */
  readonly button: (draft: DraftGroup) => string
  /** The effect, shown before it happens. */
  readonly effect?: ComponentChildren
  /** Checks what was typed so far without changing anything. */
  readonly check?: (body: object) => Promise<Answer<unknown>>
  readonly onDone: (answer: AnswerOf<Name>) => void
}

const PAUSE_MS = 400

/** Whether the field at a pointer has a value: an empty field shows no error before sending. */
const isFilledAt = (body: unknown, pointer: string): boolean => {
  const [, ...names] = pointer.split('/')
  const found = names.reduce<unknown>((held, name) => Object(held)[name], body)
  return found !== undefined && found !== ''
}

export function OperationForm<Name extends FormName>(props: OperationFormProps<Name>) {
  const { name, path = {}, label, start, customs, button, effect, check, onDone, whoElse } = props
  const shape = BODIES[name]
  const now = groupIn(draftOf(shape, start))
  const draft = useSignal<DraftGroup>(now)
  const seen = useSeen<Draft>(
    start && tagOf(start),
    now,
    () => draft.peek(),
    (merged) => {
      draft.value = merged
    },
  )
  const hasChanged = seen.changed.length > 0
  const earlier = useEarlier(hasChanged, whoElse)
  const refusal = useSignal<Refusal | undefined>(undefined)
  const isBusy = useSignal(false)
  const waiting = useSignal<string | undefined>(undefined)
  const body = (): object =>
    name.startsWith('PATCH ')
      ? changeOf(shape, seen.fields, draft.value)
      : Object(bodyOf(shape, draft.value) ?? {})

  const faults = useFaults(draft, body, check)

  /** Prevents overwriting a change that somebody else has made since this one was loaded. */
  const onlyIf = (): string | undefined => (name.startsWith('PATCH ') ? seen.tag : undefined)

  const send = async (): Promise<void> => {
    if (isBusy.peek()) return
    isBusy.value = true
    refusal.value = undefined
    const [method = ''] = name.split(' ')
    const address = addressOf(name, { path })
    const answer = await request<AnswerOf<Name>>(method, address, body(), undefined, onlyIf())
    isBusy.value = false
    if (!answer.ok) {
      refusal.value = answer.refusal
      // The current values arrive through `start`.
      if (isStale(answer.refusal)) refresh()
      faults.sent(answer.refusal)
      return
    }
    const requested = approvalIn(answer.value)
    refresh()
    if (requested === undefined) onDone(answer.value)
    else waiting.value = requested
  }

  if (waiting.value !== undefined) return <WaitsForAnother approval={waiting.value} />
  return (
    <>
      <Form label={label} onSend={() => void send()}>
        <GroupFields
          shape={shape}
          {...(customs && { customs })}
          place={{
            path: '',
            draft: draft.value,
            write: (next) => faults.typed(groupIn(next)),
            faultAt: faults.at,
          }}
        />
        {effect !== undefined && <div class="quiet">{effect}</div>}
        <StaleFields
          changed={seen.changed}
          named={(each) => customs?.[each]?.label ?? labelOf(each)}
          earlier={earlier}
        />
        {isStale(refusal.value) ? !hasChanged && <Stale /> : <Refused refusal={refusal.value} />}
        <p class="row-acts">
          <Button type="submit" tone="primary" acting={{ isBusy: isBusy.value, refusal: undefined }}>
            {button(draft.value)}
          </Button>
        </p>
      </Form>
      <SameRequest name={name} path={path} body={body()} ifMatch={onlyIf()} />
    </>
  )
}

/** Who made the last change; loaded once something has changed. */
function useEarlier(
  hasChanged: boolean,
  whoElse: (() => Promise<Earlier | undefined>) | undefined,
): Earlier | undefined {
  const earlier = useSignal<Earlier | undefined>(undefined)
  useEffect(() => {
    if (hasChanged && whoElse)
      void whoElse().then((reported) => {
        earlier.value = reported
      })
  }, [hasChanged])
  return earlier.value
}

/** Faults by field, from the API's check while typing or from its answer. */
function useFaults(
  draft: Signal<DraftGroup>,
  body: () => object,
  check: ((body: object) => Promise<Answer<unknown>>) | undefined,
) {
  const touched = useRef(new Set<string>())
  const wasSent = useRef(false)
  const faults = useSignal<readonly Fault[]>([])
  const isSaid = ({ path: at }: Fault): boolean =>
    touched.current.has(`/${at.split('/')[1]}`) && (wasSent.current || isFilledAt(body(), at))
  useEffect(() => {
    if (!check || touched.current.size === 0) return
    let isOver = false
    const timer = setTimeout(async () => {
      const answer = await check(body())
      if (!isOver) faults.value = answer.ok ? [] : faultsIn(answer.refusal).filter(isSaid)
    }, PAUSE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [draft.value])
  return {
    at: (pointer: string): string | undefined => faults.value.find(({ path: at }) => at === pointer)?.message,
    typed: (next: DraftGroup): void => {
      const names = Object.keys(next).filter((each) => next[each] !== draft.peek()[each])
      for (const name of names) touched.current.add(`/${name}`)
      // The fault was about the previous value.
      faults.value = faults.value.filter(({ path: at }) => !names.includes(at.slice(1)))
      draft.value = next
    },
    sent: (refusal: Refusal): void => {
      wasSent.current = true
      faults.value = faultsIn(refusal)
    },
  }
}

const faultsIn = (refusal: Refusal): readonly Fault[] => (refusal.kind === 'refused' ? refusal.faults : [])

interface SameRequestProps {
  readonly name: FormName
  readonly path: Readonly<Record<string, string>>
  readonly body: object
  readonly ifMatch: string | undefined
}

/** The same request as a command: the body goes to standard input. */
function SameRequest({ name, path, body, ifMatch }: SameRequestProps) {
  const json = bodyText(body)
  const curl = curlOf(name, { path, ifMatch }, ['Authorization: Bearer $SLUICE_ADMIN_TOKEN'], json)
  const facts = COMMANDS[name]
  const words = facts && commandWords(facts, { path: { ...path, file: '-' } })
  return (
    <SameByCommand
      curl={curl}
      {...(words && { command: `${shellLine(['echo', json])} | ${shellLine(['npx', 'sluice', ...words])}` })}
    />
  )
}
