/**
 * Search: `GET /admin/search` over a big table while creates run, and creates on a node that makes payments ready for the search
 * beside creates on one that does not, in turns.
 *
 * The table and its terms are filled by SQL, with names, accounts and references that differ; one amount is of all payments, which
 * is the worst that can be asked for.
 */
import { isoTime } from '../src/foundation/instants.ts'
import { firstKeyAt } from '../src/payments/following.ts'
import { warmUp } from './creates.ts'
import { fill, filledPayment, settle } from './fill.ts'
import { requestText } from './http.ts'
import { type Measured, medianOf } from './load.ts'
import { withClient } from './postgres-server.ts'
import {
  compare,
  measureCreates,
  measureRequests,
  NOWHERE,
  onPostgres,
  type Run,
  tell,
  withGateway,
} from './run.ts'

const SEARCHERS = 4
const CREATORS = 16
const ADMIN_TOKEN = 'bench-admin-token-of-32-characters-or-more'
const FIRST_NAMES = ['Somchai', 'Maria', 'José', 'Amina', 'Kofi', 'Mei', 'Arjun', 'Siti', 'Elodie', 'Thabo']
const LAST_NAMES = 4_000

const array = (texts: readonly string[]): string => `array[${texts.map((text) => `'${text}'`).join(', ')}]`
const FIRST_NAME = `(${array(FIRST_NAMES)})[1 + n % ${FIRST_NAMES.length}]`
const LAST_NAME = `'Family' || (n / ${FIRST_NAMES.length} % ${LAST_NAMES})`
const ACCOUNT = `lpad((n * 7919 % 9999999967)::text, 10, '0')`

/** What the fill's payins say of their payers, by their number. */
export const VARIED_REQUEST = `json_build_object('accountNumber', ${ACCOUNT}, 'accountName', ${FIRST_NAME} || ' ' || ${LAST_NAME})::jsonb`

/** As `termsOf` makes them: an ID, a reference, a processor's, an account, a name from each of its words on, an amount. */
const TERMS = `insert into search_term (term, key, merchant_id)
  select t.term, f.key, f.merchant_id from (
    select 'BENCH-' || (1 + n % $3) as merchant_id, 'F' || upper(substr(md5('id' || n), 1, 16)) as id, n,
      (lpad(to_hex(1750000000000 + n / 10), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid as key
    from generate_series($1::bigint, $2::bigint) n) f
  cross join lateral (values ('x' || f.id), ('xS' || upper(substr(md5('ref' || f.n), 1, 13))),
    ('xSANDBOX' || upper(replace(f.key::text, '-', ''))), ('x' || ${ACCOUNT.replaceAll('n *', 'f.n *')}),
    ('n' || lower(${FIRST_NAME.replaceAll('n %', 'f.n %')} || ' ' || ${LAST_NAME.replaceAll('(n ', '(f.n ')})),
    ('n' || lower(${LAST_NAME.replaceAll('(n ', '(f.n ')})), ('aTHB:10000')) as t(term)`
const AT_ONCE = 250_000

async function fillTerms(run: Run, url: string, rows: number): Promise<void> {
  await withClient(url, async (client) => {
    const of = run.options.merchants
    const filling = { from: 1, to: rows, merchants: of, status: 'SUCCESS', callbackUrl: NOWHERE } as const
    await fill(client, { ...filling, request: VARIED_REQUEST })
    await client.query('alter table search_term drop constraint search_term_pkey')
    for (let first = 1; first <= rows; first += AT_ONCE) {
      await client.query(TERMS, [first, Math.min(rows, first + AT_ONCE - 1), of])
    }
    await client.query('alter table search_term add primary key (term, key)')
    const now = Date.now()
    await client.query(
      `insert into search_cursor (name, position) values ('created', $1), ('missed', $1), ('paid', $2)`,
      [firstKeyAt(now), isoTime(now)],
    )
    await settle(client)
  })
}

/** What operators type, of any payin: an ID, the beginning of one, an account, a name, its beginning, an amount, nothing there is. */
function queryOf(number: number): string {
  const { id } = filledPayment(number, 1)
  const name = `Family${Math.floor(number / FIRST_NAMES.length) % LAST_NAMES}`
  const account = String((number * 7919) % 9_999_999_967).padStart(10, '0')
  const kinds = [
    id,
    id.slice(0, 12),
    account,
    name,
    name.slice(0, 8),
    `${FIRST_NAMES[number % 10]} ${name}`,
    '100 THB',
  ]
  return kinds[number % (kinds.length + 1)] ?? `nobody-${number}`
}

export async function search(run: Run): Promise<void> {
  const { payments: rows, rounds, merchants: of } = run.options
  const base = { part: 'search', engine: 'PostgreSQL', rows } as const
  await onPostgres(
    run,
    async (url, merchants) => {
      const began = Date.now()
      run.say(`search: filling to ${rows.toLocaleString('en')}`)
      await fillTerms(run, url, rows)
      run.say(`search: filled in ${Math.round((Date.now() - began) / 1000)} s`)

      const environment = { SLUICE_ADMIN_TOKEN: ADMIN_TOKEN }
      await withGateway(
        run,
        { url },
        merchants,
        async (gateway, tokens) => {
          await warmUp(run, gateway, tokens)
          const searches = () =>
            measureRequests(run, gateway, SEARCHERS, 200, () => {
              const q = encodeURIComponent(queryOf(1 + Math.floor(Math.random() * rows)))
              return requestText('GET', `/admin/search?q=${q}`, ADMIN_TOKEN)
            })
          const [beside, creates] = await Promise.all([
            searches(),
            measureCreates(run, gateway, tokens, CREATORS),
          ])
          tell(run, {
            ...base,
            what: 'GET /admin/search, creates running',
            connections: SEARCHERS,
            measured: beside,
          })
          tell(run, {
            ...base,
            what: 'POST /payins/{id}, searches running',
            connections: CREATORS,
            measured: creates,
          })
          compare(run, {
            what: 'search while creates run, p99',
            value: beside.p99Ms,
            target: { atMost: 50 },
            unit: ' ms',
          })
        },
        { environment },
      )

      const sides = { '0': [] as Measured[], '1': [] as Measured[] }
      for (let round = 0; round < rounds; round++) {
        for (const indexes of ['0', '1'] as const) {
          await withGateway(
            run,
            { url },
            merchants,
            async (gateway, tokens) => {
              await warmUp(run, gateway, tokens)
              sides[indexes].push(await measureCreates(run, gateway, tokens, CREATORS))
            },
            { environment: { SLUICE_SEARCH: indexes } },
          )
        }
      }
      const [without, beside] = [medianOf(sides[0]), medianOf(sides[1])]
      tell(run, { ...base, what: 'POST /payins/{id}, no indexer', connections: CREATORS, measured: without })
      tell(run, {
        ...base,
        what: 'POST /payins/{id}, indexer running',
        connections: CREATORS,
        measured: beside,
      })
      compare(run, {
        what: 'creates with the indexer ÷ without',
        value: beside.perSecond / without.perSecond,
        target: { atLeast: 0.95 },
      })
    },
    of,
  )
}
