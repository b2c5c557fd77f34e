/** Callbacks to merchants: the signed bytes, the responses, and which merchants do not receive them. */
import { useSignal } from '@preact/signals'
import { FilterBar } from '@sluice/ui-kit/filters.tsx'
import { Exports, Page, Pager } from '@sluice/ui-kit/page.tsx'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Copy, Section } from '@sluice/ui-kit/small.tsx'
import { Answered, Empty } from '@sluice/ui-kit/states.tsx'
import { Time, zone } from '@sluice/ui-kit/time.tsx'
import type { AnswerOf } from '../api.ts'
import { asking, ByCommand, LIVE_MS } from '../approval-requests.tsx'
import { DAYS } from '../days.ts'
import { noneOf } from '../listed.ts'
import { useView } from '../places.ts'
import { may } from '../rights.ts'
import { counted, PaymentLink, plainWords, Status } from '../texts.tsx'
import { isRange, Replay } from './callbacks-replay.tsx'

const useCallbacks = asking('GET /admin/callbacks', LIVE_MS)

type Line = AnswerOf<'GET /admin/callbacks'>['data'][number]

const STATES = ['WAITING', 'SENDING', 'DELIVERED', 'SUPERSEDED', 'ABANDONED', 'ENDED']
const FILTERS = [
  { name: 'merchantCode', label: 'Merchant' },
  {
    name: 'state',
    label: 'State',
    choices: [['', 'All'], ...STATES.map((code) => [code, plainWords(code)] as const)],
  },
  ...DAYS,
] as const

export function Callbacks() {
  const { view, show } = useView()
  const requested = { query: { limit: '50', ...view } }
  const callbacks = useCallbacks(requested)
  const isReplaying = useSignal(false)
  return (
    <Page
      title="Callbacks"
      actions={
        <>
          {may('callbacks:act') && isRange(view) && (
            <button type="button" class="button" onClick={setTo(isReplaying, true)}>
              Resend callbacks…
            </button>
          )}
          <Exports path="/admin/callbacks" view={view} zone={zone.value} />
        </>
      }
    >
      {isReplaying.value && <Replay view={view} onClose={setTo(isReplaying, false)} />}
      <FilterBar label="Filter callbacks" filters={FILTERS} view={view} onShow={show} />
      <Answered of={callbacks} rows={10}>
        {({ data, nextCursor }) =>
          data.length === 0 ? (
            <Empty title={noneOf('callback', view)} />
          ) : (
            <>
              <Section title="Callbacks">
                <ul class="callbacks">
                  {data.map((callback) => (
                    <Callback
                      key={`${callback.merchantCode} ${callback.kind} ${callback.id} ${callback.sequence}`}
                      callback={callback}
                    />
                  ))}
                </ul>
              </Section>
              <Pager next={nextCursor} />
            </>
          )
        }
      </Answered>
      <ByCommand name="GET /admin/callbacks" requested={requested} />
    </Page>
  )
}

function Callback({ callback }: { readonly callback: Line }) {
  const { merchantCode, kind, id, sequence, status, state, at, url, webhookId, body, attempts, waitsFor } =
    callback
  return (
    <li>
      <div class="callback-head">
        <Status status={state} /> <PaymentLink payment={{ merchantCode, kind, id }} />
        <span>
          {sequence}. {plainWords(status)}
        </span>
        <span class="quiet">
          {merchantCode} · <Time at={at} />
        </span>
      </div>
      <details>
        <summary>
          {waitsFor && `Waits for callback ${waitsFor.sequence} of ${waitsFor.id} · `}
          {attempts.length === 0 ? 'No attempt yet' : counted(attempts.length, 'attempt')} · signed bytes
        </summary>
        <p class="quiet">
          To <code class="breaks">{url}</code>, webhook-id <code class="breaks">{webhookId}</code>
        </p>
        <ul class="items">
          {attempts.map(({ attempt, at: tried, outcome, httpStatus, durationMs, answer }) => (
            <li key={attempt}>
              {attempt}. {plainWords(outcome)}
              {httpStatus !== undefined && ` (${httpStatus})`}{' '}
              <span class="quiet">
                <Time at={tried} />
                {durationMs !== undefined && ` · ${durationMs} ms`}
              </span>
              {answer !== undefined && answer !== '' && <code class="breaks answer">{answer}</code>}
            </li>
          ))}
        </ul>
        <div class="command-line">
          <code>{body}</code>
          <Copy text={body} />
        </div>
      </details>
    </li>
  )
}
