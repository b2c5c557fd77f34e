/**
 * What an approval would change, value by value: as it is now, and as it would be. Where something is made anew, or money moves, there is
 * nothing before it, and what was sent is shown alone.
 */

import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { request, withAmountsAsText } from '../../../kit/http.ts'
import { Amount, type MoneyText, moneyText } from '../../../kit/money.tsx'
import { Badge, Facts } from '../../../kit/small.tsx'
import { Table } from '../../../kit/table.tsx'
import { totalsOf } from '../../../kit/totals.ts'
import type { AnswerOf } from '../api.ts'
import { placeOf } from '../places.ts'
import { plainWords } from '../words.tsx'

type Whole = AnswerOf<'GET /admin/approvals/{id}'>

/** One value of a document, by the names that lead to it. */
export interface Leaf {
  readonly path: string
  readonly text: string
  readonly money?: MoneyText
}

/** An amount with its currency; they are one thing. */
function moneyIn(value: object): MoneyText | undefined {
  if (!('amount' in value && 'currencyCode' in value) || Object.keys(value).length !== 2) return undefined
  return { amount: String(value.amount), currencyCode: String(value.currencyCode) }
}

/** What tells one item of a list from the others, where something does: then an item that moved is no change. */
function nameOf(item: unknown, index: number): string {
  if (!(item instanceof Object)) return String(index + 1)
  const named = ['code', 'id', 'name', 'currency', 'currencyCode', 'act'].flatMap((key) => {
    const value: unknown = Reflect.get(item, key)
    return typeof value === 'string' ? [value] : []
  })
  return named.length === 0 ? String(index + 1) : named.join(' ')
}

export function leavesOf(document: unknown): readonly Leaf[] {
  const found: Leaf[] = []
  const walk = (value: unknown, names: readonly string[]): void => {
    const money = value instanceof Object ? moneyIn(value) : undefined
    const path = names.join(' · ')
    if (money) found.push({ path, text: moneyText(money), money })
    else if (Array.isArray(value)) {
      if (value.length === 0) found.push({ path, text: 'none' })
      value.forEach((item, index) => {
        walk(item, [...names, nameOf(item, index)])
      })
    } else if (value instanceof Object)
      for (const [name, each] of Object.entries(value))
        walk(each, [...names, name === 'sha256' ? 'SHA-256' : plainWords(name.replaceAll(/([A-Z])/g, ' $1'))])
    else found.push({ path, text: value === null ? 'none' : String(value) })
  }
  walk(document, [])
  return found
}

export interface Difference {
  readonly path: string
  readonly before: Leaf | undefined
  readonly after: Leaf | undefined
}

/** What differs of all that is sent: what is not sent stays as it is, but within a list that is sent as a whole. */
export function differencesOf(now: unknown, sent: object): readonly Difference[] {
  const kept = now instanceof Object ? now : {}
  const before = new Map(
    Object.keys(sent).flatMap((name) =>
      leavesOf({ [name]: Reflect.get(kept, name) ?? undefined })
        .filter(({ text }) => text !== 'undefined')
        .map((leaf) => [leaf.path, leaf] as const),
    ),
  )
  const after = new Map(leavesOf(sent).map((leaf) => [leaf.path, leaf] as const))
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((path) => ({ path, before: before.get(path), after: after.get(path) }))
    .filter((each) => each.before?.text !== each.after?.text)
}

/** What is changed in its place can be read at the same address. */
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

/** Names under which a request says whom money goes to. */
const OF_PAYEES = /payee|account ?number|account ?name|iban|phone/i

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
  const act = { name: 'Act', value: plainWords(approval.act.replace('.', ': ')) }
  if (sent === undefined)
    return <Facts facts={[act, { name: 'Sent', value: approval.request.body || '–' }]} />
  if (!isChange || now.value === undefined) {
    const facts = leavesOf(sent).map((leaf) => ({
      name: leaf.path,
      value: (
        <>
          {shown(leaf)} {OF_PAYEES.test(leaf.path) && <Badge tone="warn">look</Badge>}
        </>
      ),
    }))
    return <Facts facts={[act, ...facts]} />
  }
  const differences = differencesOf(now.value, sent)
  return (
    <>
      <Facts facts={[act]} />
      {differences.length === 0 ? (
        <p>All of it is as it was asked for already: nothing would change.</p>
      ) : (
        <Table
          label="What changes"
          rows={differences}
          keyOf={(each) => each.path}
          columns={[
            { name: 'What', cell: (each) => <span class="breaks">{each.path}</span> },
            { name: 'Now', cell: (each) => shown(each.before) },
            {
              name: 'Then',
              cell: ({ before, after, path: name }) => (
                <>
                  <ins class="changed">{shown(after)}</ins>{' '}
                  {before === undefined && <Badge tone="busy">new</Badge>}
                  {after !== undefined && OF_PAYEES.test(name) && <Badge tone="warn">new payee</Badge>}
                </>
              ),
            },
          ]}
        />
      )}
    </>
  )
}

/** What it comes to, and the screen of what it is about. */
export function Sums({ approval: { request: asked } }: { readonly approval: Whole }) {
  const document = documentIn(asked.body)
  const sums = totalsOf(document ? leavesOf(document).flatMap(({ money }) => money ?? []) : [])
  const about = aboutOf(asked.path)
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
  [/^\/admin\/bank-files\/([^/?]+)/, placeOf.bankFile, 'Look at every payout of the file'],
  [/^\/admin\/cases\/([^/?!]+)\//, placeOf.case, 'Look at the case'],
  [/^\/admin\/merchants\/([^/?]+)/, placeOf.merchant, 'Look at the merchant'],
  [/^\/admin\/accounts\/([^/?]+)/, placeOf.account, 'Look at the account'],
  [/^\/admin\/settlement-runs\/([^/?]+)/, placeOf.settlement, 'Look at the run'],
] as const

function aboutOf(path: string): { readonly href: string; readonly words: string } | undefined {
  for (const [pattern, place, words] of ABOUT) {
    const [, id] = pattern.exec(path) ?? []
    if (id !== undefined) return { href: place(decodeURIComponent(id)), words }
  }
  return undefined
}

function documentIn(body: string): object | undefined {
  try {
    const read: unknown = JSON.parse(withAmountsAsText(body))
    return read instanceof Object ? read : undefined
  } catch {
    return undefined
  }
}
