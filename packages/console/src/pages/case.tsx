/**
 * One case: the bank's data on the left, candidate payments on the right, their differences between, and the decisions below. A digit key
 * chooses a candidate.
 */
import { useSignal } from '@preact/signals'
import { handleKeys } from '@sluice/ui-kit/keys.ts'
import { Amount, isNil } from '@sluice/ui-kit/money.tsx'
import { AnsweredPage, Page } from '@sluice/ui-kit/page.tsx'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Badge, Copy, Facts, Section } from '@sluice/ui-kit/small.tsx'
import { Empty } from '@sluice/ui-kit/states.tsx'
import { spanText, Time } from '@sluice/ui-kit/time.tsx'
import { useEffect } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { asking, ByCommand, LIVE_MS } from '../approval-requests.tsx'
import { differenceOf } from '../case-sense.ts'
import { placeOf } from '../places.ts'
import { MerchantLink, PaymentLink, plainWords, Status } from '../texts.tsx'
import { CaseActions } from './case-actions.tsx'
import type { Candidate, CaseFile } from './case-file.ts'
import { CaseWork } from './case-work.tsx'

const useCase = asking('GET /admin/cases/{id}', LIVE_MS)

export function Case() {
  const { params } = useRoute()
  const path = { id: params.id ?? '' }
  const found = useCase({ path })
  return (
    <AnsweredPage of={found} rows={8} title="Case" above={<a href={placeOf.cases}>Cases</a>}>
      {(file) => (
        <Page
          title={plainWords(file.reason)}
          above={<a href={placeOf.cases}>Cases</a>}
          actions={<Copy text={file.id} label="Copy ID" />}
        >
          <CaseBody key={file.id} file={file} />
          <ByCommand name="GET /admin/cases/{id}" requested={{ path }} />
        </Page>
      )}
    </AnsweredPage>
  )
}

function CaseBody({ file }: { readonly file: CaseFile }) {
  const chosen = useSignal(0)
  const { payments } = file
  useEffect(() => {
    const choose = (index: number) => () => {
      if (index < payments.length) chosen.value = index
    }
    return handleKeys({
      ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [String(index + 1), choose(index)])),
      a: () => document.querySelector<HTMLButtonElement>('.decide .primary')?.click(),
    })
  }, [payments.length])
  const candidate = payments[chosen.value]
  return (
    <>
      <div class="headline">
        {file.left ? (
          <p class="big">
            <Amount money={file.left} />
          </p>
        ) : (
          <p class="big">No money</p>
        )}
        {file.closedAt === undefined ? <Badge tone="warn">Open</Badge> : <Badge tone="good">Settled</Badge>}
        {file.overdue && <Badge tone="bad">Overdue</Badge>}
        <span class="quiet">
          {spanText(file.ageSecs)} old · <MerchantLink code={file.merchantCode} />
        </span>
      </div>
      <div class="split">
        <BankLine file={file} />
        <Difference file={file} candidate={candidate} />
        <Section title="Possible payments" count={payments.length}>
          {payments.length === 0 ? (
            <Empty title="No matching payments">
              <p>Press “/” to search by payer name or amount.</p>
            </Empty>
          ) : (
            <ol class="candidates">
              {payments.map((each, index) => (
                <li
                  key={`${each.merchantCode} ${each.kind} ${each.id}`}
                  class={index === chosen.value ? 'chosen' : ''}
                >
                  <button type="button" aria-pressed={index === chosen.value} onClick={setTo(chosen, index)}>
                    <kbd>{index + 1}</kbd>
                    <span class="name">{each.id}</span>
                    <Amount money={each.wanted} />
                  </button>
                  <p class="quiet">
                    <Status status={each.status} /> {each.merchantCode} ·{' '}
                    <a href={placeOf.payment(each)}>open</a>
                  </p>
                  {each.why.length > 0 && <p class="why">{each.why.map(plainWords).join(' · ')}</p>}
                </li>
              ))}
            </ol>
          )}
        </Section>
      </div>
      <CaseActions file={file} candidate={candidate} />
      <Decisions file={file} />
      <CaseWork file={file} />
    </>
  )
}

function BankLine({
  file: { entry, money, processor, payment, merchantCode, detail },
}: {
  readonly file: CaseFile
}) {
  const text = (name: string, value: string | undefined) =>
    value === undefined || value === '' ? undefined : { name, value: <span class="breaks">{value}</span> }
  if (entry) {
    const { sender } = entry
    return (
      <Section title="Bank statement line">
        <Facts
          facts={[
            { name: 'Amount', value: <Amount money={entry.money} /> },
            { name: 'Booked', value: <Time at={entry.bookedAt} /> },
            text('Payment description', entry.remittance),
            text('Sender', sender?.name),
            text('Sender’s account', sender?.accountNumber),
            text('Sender’s bank', sender?.bank),
            text('UTR', entry.utr),
            text('Payer’s reference', entry.endToEndId),
            text('Bank’s reference', entry.reference),
            text('Processor', processor),
          ]}
        />
      </Section>
    )
  }
  const reported = Object.entries(detail).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  )
  return (
    <Section title="Details">
      <Facts
        facts={[
          money ? { name: 'Amount', value: <Amount money={money} /> } : undefined,
          text('From', processor),
          payment
            ? { name: 'Payment', value: <PaymentLink payment={{ merchantCode, ...payment }} /> }
            : undefined,
          ...reported.map(([name, value]) =>
            text(plainWords(name.replaceAll(/([A-Z])/g, ' $1')), String(value)),
          ),
        ]}
      />
    </Section>
  )
}

/** The amounts match, or one exceeds the other. */
function Difference({
  file,
  candidate,
}: {
  readonly file: CaseFile
  readonly candidate: Candidate | undefined
}) {
  const found = candidate && differenceOf(file, candidate)
  return (
    <div
      class={
        found === undefined ? 'difference unknown' : isNil(found.amount) ? 'difference even' : 'difference'
      }
      aria-live="polite"
    >
      {found ? (
        <>
          <p class="quiet">Difference</p>
          <p class="difference-amount">
            <Amount money={found.amount} signed />
          </p>
          <p>{found.words}</p>
        </>
      ) : (
        <p class="quiet">{candidate ? 'Different currencies' : 'No payment to compare'}</p>
      )}
    </div>
  )
}

function Decisions({ file: { decisions } }: { readonly file: CaseFile }) {
  if (decisions.length === 0) return null
  return (
    <Section title="Decisions" count={decisions.length}>
      <ul class="items">
        {decisions.map(({ part, action, money, operator, at }) => (
          <li key={part}>
            <strong>{plainWords(action)}</strong> {money && <Amount money={money} />}{' '}
            <span class="quiet">
              {operator}, <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
