/**
 * The form for an account's CSV mapping. A sample suggests a mapping; the form shows at once how its first lines would be read, and the
 * operator corrects it.
 *
 * The sample is read in the browser, by the server's own reader, and is sent nowhere. Whatever it leaves open is asked for, not guessed.
 */
import { useSignal } from '@preact/signals'
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import {
  type CsvMapping,
  checkCsvMapping,
  KNOWN_MAPPINGS,
} from '@sluice/gateway/reconciliation/csv-mapping.ts'
import { FileDrop } from '@sluice/ui-kit/file-drop.tsx'
import { Button, Field, Form, fieldValue, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import type { Answer } from '@sluice/ui-kit/result.ts'
import { Notice } from '@sluice/ui-kit/small.tsx'
import { useEffect, useMemo } from 'preact/hooks'
import { type AnswerOf, ask } from '../api.ts'
import { approvalIn, WaitsForAnother } from '../approval-in.tsx'
import { utcOffsetOf } from './dates.ts'
import { draftFromJson, draftOf, jsonOf, type MappingDraft } from './draft.ts'
import { hasFaultIn, MappingFields } from './mapping-fields.tsx'
import { FirstLines, Trial } from './mapping-trial.tsx'
import { sampleOf } from './sample.ts'
import { knownFor, readsAll, type SuggestTerms, suggested, withValues } from './suggest.ts'
import { isInDoubt, type Tried, tried } from './trying.ts'

const PUT = 'PUT /admin/bank-feeds/{account}/csv-mapping'

/** The facts about the account that the form needs. */
export interface FedAccount {
  readonly id: string
  readonly currencyCode: string
  readonly timeZone: string
  readonly balances?: SuggestTerms['balances'] | undefined
}

export interface MappingFormProps {
  readonly account: FedAccount
  /** The mapping that the gateway has now; undefined if it has none. */
  readonly stored: unknown
  /** A file that was chosen already. */
  readonly sample?: { readonly name: string; readonly bytes: Blob } | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

/** The source of a draft: the sample's own suggestion, the current mapping, or a ready-made one by name. */
const FROM_SAMPLE = 'sample'
const AS_NOW = 'now'
const NOWHERE = ''

interface Begun {
  readonly from: string
  readonly draft: MappingDraft
}

/** A current mapping that reads the sample is better than a new suggestion. */
function begun(bytes: Uint8Array, current: CsvMapping | undefined, terms: SuggestTerms): Begun {
  if (current && readsAll(bytes, current, terms)) return { from: AS_NOW, draft: draftOf(current) }
  const known = knownFor(bytes, KNOWN_MAPPINGS, terms)
  if (known) return { from: known.name, draft: draftOf(known.mapping) }
  return { from: FROM_SAMPLE, draft: suggested(bytes, terms) }
}

export function MappingForm({ account, stored, sample, onDone, onClose }: MappingFormProps) {
  const current = useMemo(() => mappingIn(stored), [stored])
  const action = useAction()
  const terms = useMemo(() => termsOf(account), [account.id])
  const { file, from, draft, take, startFrom } = useDraft(current, terms, sample, action.forget)
  const isByNumber = useSignal('false')
  const waiting = useSignal<string | undefined>(undefined)
  const isRequested = useSignal(false)
  const { value: now } = draft
  const { value: held } = file
  const result = useMemo(() => now && tried(now, held?.bytes, terms), [now, held, terms])
  const put = (): void => {
    if (!now || !result) return
    isRequested.value = true
    void action.run(
      () => save(account.id, result),
      (answer) => {
        waiting.value = approvalIn(answer)
        refresh()
        if (waiting.value === undefined) onDone()
      },
    )
  }
  if (waiting.value !== undefined) return <WaitsForAnother approval={waiting.value} />
  return (
    <Form label="CSV format of this bank" onSend={put}>
      <FileDrop
        label="Sample CSV from the bank"
        hint="A statement as the bank provides it. Your browser reads it; it is not uploaded."
        accept=".csv,.txt"
        onFile={(chosen) => void take(chosen.name, chosen)}
      />
      {held && (
        <p aria-live="polite">
          Sample: <span class="name">{held.name}</span>
        </p>
      )}
      <BeginWith
        from={from.value}
        hasSample={held !== undefined}
        hasCurrent={current !== undefined}
        onChosen={startFrom}
      />
      {held && result && !result.rows && (
        <Notice tone="warn">
          No rows were recognized in this sample. Choose the character encoding and the delimiter under “File
          format”.
        </Notice>
      )}
      {result?.rows && <FirstLines rows={result.rows} />}
      {now && result && (
        <Parts
          draft={now}
          result={result}
          hasSample={held !== undefined}
          terms={terms}
          isByNumber={isByNumber}
          serverFaultAt={action.faultAt}
          isRequested={isRequested.value}
          onChange={(next) => {
            draft.value = next
            // Faults of the previous draft do not apply to this one.
            action.forget()
          }}
        />
      )}
      <AsJson
        draft={now}
        onTaken={(taken) => {
          draft.value = taken
        }}
      />
      <Refused refusal={action.now.refusal} />
      <p class="row-acts">
        {now && (
          <Button type="submit" tone="primary" acting={action.now}>
            Save the CSV format of {account.id}
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
      </p>
    </Form>
  )
}

interface Sample {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The draft, its source, and the sample that it is tried on. @param onBegun called when another draft is chosen */
function useDraft(
  current: CsvMapping | undefined,
  terms: SuggestTerms,
  sample: MappingFormProps['sample'],
  onBegun: () => void,
) {
  const file = useSignal<Sample | undefined>(undefined)
  const from = useSignal(current ? AS_NOW : NOWHERE)
  const draft = useSignal<MappingDraft | undefined>(current && draftOf(current))
  const begin = ({ from: next, draft: made }: Begun): void => {
    from.value = next
    draft.value = made
    onBegun()
  }
  const take = async (name: string, chosen: Blob): Promise<void> => {
    const bytes = await sampleOf(chosen)
    file.value = { name, bytes }
    begin(begun(bytes, current, terms))
  }
  useEffect(() => {
    if (sample) void take(sample.name, sample.bytes)
  }, [sample])
  const startFrom = (chosen: string): void => {
    const mapping = chosen === AS_NOW ? current : KNOWN_MAPPINGS.find(({ name }) => name === chosen)?.mapping
    if (mapping) begin({ from: chosen, draft: draftOf(mapping) })
    else if (chosen === FROM_SAMPLE && file.value)
      begin({ from: chosen, draft: suggested(file.value.bytes, terms) })
  }
  return { file, from, draft, take, startFrom }
}

interface BeginWithProps {
  readonly from: string
  readonly hasSample: boolean
  readonly hasCurrent: boolean
  readonly onChosen: (from: string) => void
}

function BeginWith({ from, hasSample, hasCurrent, onChosen }: BeginWithProps) {
  return (
    <Field
      label="Start from"
      value={fieldValue(from, onChosen)}
      choices={[
        ...(from === NOWHERE ? [[NOWHERE, 'Choose, or select a sample above…'] as const] : []),
        ...(hasSample ? [[FROM_SAMPLE, 'Suggested by the sample'] as const] : []),
        ...(hasCurrent ? [[AS_NOW, 'Current mapping'] as const] : []),
        ...KNOWN_MAPPINGS.map(({ name, bank }) => [name, `${name}: ${bank}`] as const),
      ]}
    />
  )
}

function mappingIn(stored: unknown): CsvMapping | undefined {
  const checked = checkCsvMapping(stored)
  return checked.ok ? checked.value : undefined
}

const termsOf = ({ currencyCode, timeZone, balances = 'CHECKED' }: FedAccount): SuggestTerms => {
  const now = Date.now()
  return {
    now,
    currency: offered(currencyCode as CurrencyCode),
    balances,
    utcOffset: utcOffsetOf(timeZone, now),
  }
}

/** Faults that the form can find are shown without a request, in the same form as the server's. */
async function save(account: string, { mapping, faults }: Tried): Promise<Answer<AnswerOf<typeof PUT>>> {
  if (mapping) return ask(PUT, { path: { account }, body: { ...mapping } })
  const reported = [...faults].map(([path, message]) => ({ path, message }))
  const words = { title: 'The mapping is incomplete', text: 'The mapping is incomplete.' }
  return {
    ok: false,
    refusal: { kind: 'refused', status: 400, code: 'VALIDATION_FAILED', ...words, faults: reported },
  }
}

interface PartsProps {
  readonly draft: MappingDraft
  readonly result: Tried
  readonly hasSample: boolean
  readonly terms: SuggestTerms
  readonly isByNumber: { value: string }
  readonly serverFaultAt: (path: string) => string | undefined
  /** True after the first attempt to save. */
  readonly isRequested: boolean
  readonly onChange: (draft: MappingDraft) => void
}

const IN_DOUBT =
  'The sample has quoted text that contains the delimiter. Say whether your bank always quotes such text'

function Parts({
  draft,
  result,
  hasSample,
  terms,
  isByNumber,
  serverFaultAt,
  isRequested,
  onChange,
}: PartsProps) {
  const { rows, faults } = result
  const doubt = isInDoubt(result) ? new Map([['/quotes', IN_DOUBT]]) : new Map<string, string>()
  // With a sample, open questions are shown at once; without one, faults are shown only after sending.
  const here = new Map([...(hasSample || isRequested ? faults : []), ...doubt])
  const props = {
    draft,
    rows,
    now: terms.now,
    isByNumber: isByNumber.value === 'true' || !draft.headerRow,
    faultAt: (path: string) => here.get(`/${path}`) ?? serverFaultAt(path),
    write: (change: Partial<MappingDraft>) => onChange({ ...draft, ...change }),
    choose: (change: Partial<MappingDraft>) => {
      const next = { ...draft, ...change }
      onChange(rows ? withValues(next, rows, terms) : next)
    },
  }
  return (
    <>
      <fieldset class="form-part">
        <legend>Columns</legend>
        <div class="form-grid">
          <MappingFields group="columns" {...props} />
        </div>
      </fieldset>
      <fieldset class="form-part">
        <legend>Dates and amounts</legend>
        <div class="form-grid">
          <MappingFields group="values" {...props} />
        </div>
      </fieldset>
      <details class="form-more" open={hasFaultIn('file', here.keys()) || (hasSample && !rows)}>
        <summary>File format</summary>
        <div class="form-grid">
          <MappingFields group="file" {...props} />
          {draft.headerRow && (
            <Field
              label="Identify columns"
              value={isByNumber}
              hint="Use numbers if the bank changes its headers. Columns already chosen stay as they are."
              choices={[
                ['false', 'by header'],
                ['true', 'by number'],
              ]}
            />
          )}
        </div>
      </details>
      {hasSample && <Trial tried={result} currency={terms.currency} />}
    </>
  )
}

interface AsJsonProps {
  readonly draft: MappingDraft | undefined
  readonly onTaken: (draft: MappingDraft) => void
}

/** Fills the fields from pasted JSON. */
function AsJson({ draft, onTaken }: AsJsonProps) {
  /** Undefined: nothing was typed, and the text comes from the fields. */
  const typed = useSignal<string | undefined>(undefined)
  const fault = useSignal<string | undefined>(undefined)
  const take = (): void => {
    const taken = draftFromJson(typed.value ?? '')
    fault.value = typeof taken === 'string' ? taken : undefined
    if (typeof taken === 'string') return
    typed.value = undefined
    onTaken(taken)
  }
  return (
    <details class="form-more">
      <summary>As JSON</summary>
      <Field
        label="Mapping as JSON"
        value={fieldValue(typed.value ?? (draft ? jsonOf(draft) : ''), (next) => {
          typed.value = next
          fault.value = undefined
        })}
        lines={10}
        fault={fault.value}
        hint="The mapping above as JSON. To copy a mapping from another installation, paste it here and apply it."
      />
      <p class="row-acts">
        <Button onClick={take}>Apply this JSON</Button>
      </p>
    </details>
  )
}
