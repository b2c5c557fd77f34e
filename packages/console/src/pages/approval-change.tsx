/**
 * The change that an approval would make, value by value: before and after. If something is created or money moves, there is no earlier
 * value, and only the request is shown.
 */
import { useSignal } from '@preact/signals'
import { request, withAmountsAsText } from '@sluice/ui-kit/http.ts'
import { Amount } from '@sluice/ui-kit/money.tsx'
import { Badge, Facts } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { totalsOf } from '@sluice/ui-kit/totals.ts'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { AnswerOf } from '../api.ts'
import { asking } from '../approval-requests.tsx'
import { differencesOf, type Leaf, leavesOf } from '../document-leaves.ts'
import { placeOf } from '../places.ts'
import { may } from '../rights.ts'
import { counted, plainWords } from '../texts.tsx'
import { merchantsIn, Sums as RunSums } from './settlements.tsx'

type Whole = AnswerOf<'GET /admin/approvals/{id}'>

/** For a change in place, the current value is at the same address. */
const changesInPlace = ({ operation, path }: Whole['request']): boolean =>
  /^(?:PATCH|PUT) /.test(operation) && !path.includes('!')

const shown = (leaf: Leaf | undefined): ComponentChildren =>
  leaf === undefined ? (
    <span class="quiet">nothing</span>
  ) : leaf.money ? (
    <Amount money={leaf.money} />
  ) : (
    <span class="breaks">{leaf.text}</span>
  )

/** Names of the request's members that identify the payee. */
const OF_PAYEES = /payee|account ?number|account ?name|iban|phone/i
/** A payee's method, its operator, and who named it need no comparison. */
const NOT_OF_PAYEES = / · (?:From|Method|Operator)$/

const isOfPayee = (path: string): boolean => OF_PAYEES.test(path) && !NOT_OF_PAYEES.test(path)

export function ApprovalChange({ approval }: { readonly approval: Whole }) {
  const now = useSignal<unknown>(undefined)
  const isOpen = approval.status === 'WAITING'
  const { path } = approval.request
  const isChange = isOpen && changesInPlace(approval.request)
  useEffect(() => {
    if (!isChange) return
    const mine = new AbortController()
    void request<unknown>('GET', path, undefined, mine.signal).then((answer) => {
      if (answer.ok && !mine.signal.aborted) now.value = answer.value
    })
    return () => mine.abort()
  }, [isChange, path])
  const sent = documentIn(approval.request.body)
  const action = { name: 'Operation', value: plainWords(approval.operation.replace('.', ': ')) }
  if (sent === undefined) {
    const { body } = approval.request
    return <Facts facts={[action, body === '' ? undefined : { name: 'Sent', value: body }]} />
  }
  if (!isChange || now.value === undefined) {
    const { nameGiven, nameThatPaid, ...others }: Names = { ...sent }
    const facts = leavesOf(others).map((leaf) => ({
      name: leaf.path,
      value: (
        <>
          {shown(leaf)} {isOfPayee(leaf.path) && <Badge tone="warn">view</Badge>}
        </>
      ),
    }))
    return (
      <>
        <Facts facts={[action, ...facts]} />
        {nameGiven !== undefined && <BothNames given={nameGiven} paid={nameThatPaid ?? undefined} />}
      </>
    )
  }
  const differences = differencesOf(now.value, sent)
  return (
    <>
      <Facts facts={[action]} />
      {differences.length === 0 ? (
        <p>No changes. Everything is already set this way.</p>
      ) : (
        <Table
          label="Changes"
          rows={differences}
          keyOf={(each) => each.path}
          columns={[
            { name: 'Setting', cell: (each) => <span class="breaks">{each.path}</span> },
            { name: 'Before', cell: (each) => shown(each.before) },
            {
              name: 'After',
              cell: ({ before, after, path: name }) => (
                <>
                  <ins class="changed">{shown(after)}</ins>{' '}
                  {before === undefined && <Badge tone="busy">new</Badge>}
                  {after !== undefined && isOfPayee(name) && <Badge tone="warn">new payee</Badge>}
                </>
              ),
            },
          ]}
        />
      )}
    </>
  )
}

/** For a payer's claim: the name given, and the name of the account that paid. */
interface Names {
  readonly nameGiven?: string
  readonly nameThatPaid?: string | null
}

/** Shows both names side by side, to check that they belong to the same person. */
function BothNames({ given, paid }: { readonly given: string; readonly paid: string | undefined }) {
  return (
    <Table
      label="Given name and sender name"
      rows={[{ given, paid }]}
      keyOf={() => 'names'}
      columns={[
        { name: 'Given name', cell: () => <strong class="breaks">{given}</strong> },
        {
          name: 'Sender name',
          cell: () =>
            paid === undefined ? <span class="quiet">unknown</span> : <strong class="breaks">{paid}</strong>,
        },
      ]}
    />
  )
}

const useRun = asking('GET /admin/settlement-runs/{id}')

/** A settlement run, whose request holds only its name: how much it pays and to how many merchants. */
export function RunRequested({ path }: { readonly path: string }) {
  const [, id = ''] = /^\/admin\/settlement-runs\/([^/?]+)/.exec(path) ?? []
  return may('settlements:read') ? <RunFacts id={decodeURIComponent(id)} /> : null
}

function RunFacts({ id }: { readonly id: string }) {
  return (
    <Answered of={useRun({ path: { id } })} rows={3}>
      {(run) => {
        const unpaid = run.totals.reduce((sum, { counts }) => sum + counts.BELOW_MINIMUM, 0)
        return (
          <Facts
            facts={[
              { name: 'Pays up to', value: <RunSums totals={run.totals} which="planned" /> },
              {
                name: 'To',
                value: `${counted(merchantsIn(run) - unpaid, 'merchant')}${unpaid > 0 ? `; ${unpaid} below the minimum` : ''}`,
              },
              {
                name: 'Prepared',
                value: (
                  <>
                    {run.preparedBy === 'gateway' ? 'by schedule' : run.preparedBy},{' '}
                    <Time at={run.preparedAt} />
                  </>
                ),
              },
            ]}
          />
        )
      }}
    </Answered>
  )
}

/** The total amount, and a link to the screen of the object. */
export function Sums({ approval: { request: requested } }: { readonly approval: Whole }) {
  const document = documentIn(requested.body)
  const sums = totalsOf(document ? leavesOf(document).flatMap(({ money }) => money ?? []) : [])
  const about = refundIn(document) ?? aboutOf(requested.path)
  return (
    <>
      {sums.length > 0 && (
        <p class="big">
          {sums.map((money) => (
            <Amount key={money.currencyCode} money={money} />
          ))}
        </p>
      )}
      {about && <a href={about.href}>{about.words}</a>}
    </>
  )
}

const ABOUT = [
  [/^\/admin\/bank-files\/([^/?]+)/, placeOf.bankFile, 'View all payouts in the file'],
  [/^\/admin\/cases\/([^/?!]+)\//, placeOf.case, 'View case'],
  [/^\/admin\/merchants\/([^/?]+)/, placeOf.merchant, 'View merchant'],
  [/^\/admin\/accounts\/([^/?]+)/, placeOf.account, 'View account'],
  [/^\/admin\/settlement-runs\/([^/?]+)/, placeOf.settlement, 'View settlement run'],
] as const

function aboutOf(path: string): { readonly href: string; readonly words: string } | undefined {
  for (const [pattern, place, words] of ABOUT) {
    const [, id] = pattern.exec(path) ?? []
    if (id !== undefined) return { href: place(decodeURIComponent(id)), words }
  }
  return undefined
}

/** A refund and a claim name their refund in the request. */
function refundIn(document: object | undefined): ReturnType<typeof aboutOf> {
  const { merchantCode, idRefund }: { readonly merchantCode?: unknown; readonly idRefund?: unknown } = {
    ...document,
  }
  return typeof merchantCode === 'string' && typeof idRefund === 'string'
    ? { href: placeOf.payment({ merchantCode, kind: 'refund', id: idRefund }), words: 'View refund' }
    : undefined
}

function documentIn(body: string): object | undefined {
  try {
    const read: unknown = JSON.parse(withAmountsAsText(body))
    return read instanceof Object ? read : undefined
  } catch {
    return undefined
  }
}
