/**
 * Search: `GET /admin/search` over a big table while creates run, and creates on a node that makes payments ready for the search
 * beside creates on one that does not, in turns.
 */
import { filledPayment } from './fill.ts'
import { endWhatRunsLeft, FIRST_NAMES, LAST_NAMES, searchFilling } from './fill-search.ts'
import { onFilled } from './filled.ts'
import { requestText } from './http.ts'
import { type Measured, medianOf } from './load.ts'
import { withClient } from './postgres-server.ts'
import {
  compare,
  measureCreates,
  measureRequests,
  type Pace,
  type Run,
  tell,
  warmUpCreates,
  withGateway,
} from './run.ts'

const SEARCHERS = 4
const CREATORS = 16
/** What a room full of operators asks for. */
const STEADY_SEARCHES = 20
/** Of the creates that the server manages without searches: a server that has nothing left makes everybody wait, whatever they ask. */
const STEADY_SHARE = 0.5
/** Long enough for a p99 of a few hundred searches. */
const STEADY_SECONDS = 30
const ADMIN_TOKEN = 'bench-admin-token-of-32-characters-or-more'
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
  const { payments: rows, rounds } = run.options
  const base = { part: 'search', engine: 'PostgreSQL', rows } as const
  await onFilled(run, searchFilling(run.options), async (url, merchants) => {
    await withClient(url, endWhatRunsLeft)
    const environment = { SLUICE_ADMIN_TOKEN: ADMIN_TOKEN }
    await withGateway(
      run,
      { url },
      merchants,
      async (gateway, tokens) => {
        await warmUpCreates(gateway, tokens)
        const searches = (pace?: Pace) =>
          measureRequests(
            run,
            gateway,
            SEARCHERS,
            200,
            () => {
              const q = encodeURIComponent(queryOf(1 + Math.floor(Math.random() * rows)))
              return requestText('GET', `/admin/search?q=${q}`, ADMIN_TOKEN)
            },
            pace,
          )
        // V8 compiles what is hot during the first.
        await searches()
        const most = await measureCreates(run, gateway, tokens, CREATORS)
        /** CPU each is of both kinds together: both run. */
        const together = async (how: string, ofSearches?: Pace, ofCreates?: Pace): Promise<Measured> => {
          const [beside, creates] = await Promise.all([
            searches(ofSearches),
            measureCreates(run, gateway, tokens, CREATORS, ofCreates),
          ])
          tell(run, {
            ...base,
            what: `GET /admin/search, creates running, ${how}`,
            connections: SEARCHERS,
            measured: beside,
          })
          tell(run, {
            ...base,
            what: `POST /payins/{id}, searches running, ${how}`,
            connections: CREATORS,
            measured: creates,
          })
          return beside
        }
        const perSecond = Math.round(most.perSecond * STEADY_SHARE)
        const steady = await together(
          `${STEADY_SEARCHES} and ${perSecond} a second`,
          { perSecond: STEADY_SEARCHES, seconds: STEADY_SECONDS },
          { perSecond, seconds: STEADY_SECONDS },
        )
        await together('as fast as can be')
        compare(run, {
          what: 'search at a steady rate while creates run, p99',
          value: steady.p99Ms,
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
            await warmUpCreates(gateway, tokens)
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
  })
}
