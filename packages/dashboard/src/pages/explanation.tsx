/** The status of a payment, who must act and what comes next; then its history, beside the rest of the screen. */
import type { ReadonlySignal } from '@preact/signals'
import { plainWords } from '@sluice/ui-kit/codes.ts'
import { LIVE_MS } from '@sluice/ui-kit/operation.ts'
import type { Loaded } from '@sluice/ui-kit/query.ts'
import { Badge, Section, type Tone } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { timeText, zone } from '@sluice/ui-kit/time.tsx'
import { Timeline } from '@sluice/ui-kit/timeline.tsx'
import type { ComponentChildren } from 'preact'
import { type AnswerOf, asking } from '../api.ts'
import { t, wordOf } from '../language.ts'
import type { Kind } from '../places.ts'

type Explanation = AnswerOf<'GET /payins/{idPayin}/explanation'>

const usePayin = asking('GET /payins/{idPayin}/explanation', LIVE_MS)
const usePayout = asking('GET /payouts/{idPayout}/explanation', LIVE_MS)
const useRefund = asking('GET /refunds/{idRefund}/explanation', LIVE_MS)

interface StoryProps {
  readonly kind: Kind
  readonly id: string
  readonly children: ComponentChildren
}

/** One component for each kind, because each requests another path. */
export function Story({ kind, id, children }: StoryProps) {
  if (kind === 'payin') return <OfPayin id={id}>{children}</OfPayin>
  if (kind === 'payout') return <OfPayout id={id}>{children}</OfPayout>
  return <OfRefund id={id}>{children}</OfRefund>
}

type OfProps = Omit<StoryProps, 'kind'>
const OfPayin = ({ id, children }: OfProps) => (
  <Layout of={usePayin({ path: { idPayin: id } })}>{children}</Layout>
)
const OfPayout = ({ id, children }: OfProps) => (
  <Layout of={usePayout({ path: { idPayout: id } })}>{children}</Layout>
)
const OfRefund = ({ id, children }: OfProps) => (
  <Layout of={useRefund({ path: { idRefund: id } })}>{children}</Layout>
)

const TONES: Readonly<Record<string, Tone>> = {
  BANK_ENTRY: 'good',
  TRANSFER: 'good',
  REFUND: 'busy',
  REPORT: 'busy',
  BANK_FILE: 'busy',
  CASE: 'warn',
}

interface LayoutProps {
  readonly of: ReadonlySignal<Loaded<Explanation>>
  readonly children: ComponentChildren
}

function Layout({ of, children }: LayoutProps) {
  return (
    <>
      <Answered of={of} rows={2}>
        {({ summary, waitingFor, next }) => (
          <div class={waitingFor === 'MERCHANT' ? 'standing yours' : 'standing'}>
            <p class="standing-summary">{summary}</p>
            <p>
              <Badge tone={waitingFor === 'MERCHANT' ? 'warn' : waitingFor === 'NOBODY' ? 'plain' : 'busy'}>
                {wordOf(waitingFor)}
              </Badge>{' '}
              {next && nextText(next)}
            </p>
          </div>
        )}
      </Answered>
      <div class="columns">
        <Section title={t('whatHappened')}>
          <Answered of={of} rows={6}>
            {({ evidence }) => (
              <Timeline
                events={evidence.map(({ at, type, text }) => ({
                  at,
                  source: plainWords(type),
                  tone: TONES[type] ?? 'plain',
                  text,
                }))}
              />
            )}
          </Answered>
        </Section>
        {children}
      </div>
    </>
  )
}

function nextText({ operation, at }: NonNullable<Explanation['next']>): string {
  const said = plainWords(operation).toLowerCase()
  if (at === undefined) return t('next', { action: said })
  return t('nextBy', { action: said, time: timeText(at, zone.value).slice(0, 16) })
}
