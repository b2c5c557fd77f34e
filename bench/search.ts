/**
 * Search: `GET /admin/search` over a big table while creates run, and creates on a node that runs the search's indexer
 * in turn with creates on one that does not.
 */
import { filledPayment } from './fill.ts'
import { endWhatRunsLeft, FIRST_NAMES, LAST_NAMES, searchFilling } from './fill-search.ts'
import { onFilled } from './filled.ts'
import type { BenchMerchant, Gateway } from './gateway.ts'
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
/** As many as a large team of operators sends. */
const STEADY_SEARCHES = 20
/** Share of the creates that the server manages without searches: a saturated server would delay every request. */
const STEADY_SHARE = 0.5
/** Long enough for a p99 of a few hundred searches. */
const STEADY_SECONDS = 30
const ADMIN_TOKEN = 'bench-admin-token-of-32-characters-or-more'
/**
 * What operators type for a random payin: an ID, the beginning of one, an account, a name, its beginning, an amount, or
 * nothing that exists.
 */
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

export const search = (run: Run): Promise<void> =>
  onFilled(run, searchFilling(run.options), async (url, merchants) => {
    await withClient(url, endWhatRunsLeft)
    await searchesBesideCreates(run, url, merchants)
    await createsBesideIndexer(run, url, merchants)
  })

type Merchants = readonly BenchMerchant[]

const baseOf = ({ options }: Run) =>
  ({ part: 'search', engine: 'PostgreSQL', rows: options.payments }) as const

function searchesBesideCreates(run: Run, url: string, merchants: Merchants): Promise<void> {
  const environment = { SLUICE_ADMIN_TOKEN: ADMIN_TOKEN }
  return withGateway(
    run,
    { url },
    merchants,
    async (gateway, tokens) => {
      await warmUpCreates(gateway, tokens)
      // V8 compiles hot code during the first.
      await measureSearches(run, gateway)
      const most = await measureCreates(run, gateway, tokens, CREATORS)
      const perSecond = Math.round(most.perSecond * STEADY_SHARE)
      const steady = await together(run, gateway, tokens, `${STEADY_SEARCHES} and ${perSecond} a second`, {
        searches: { perSecond: STEADY_SEARCHES, seconds: STEADY_SECONDS },
        creates: { perSecond, seconds: STEADY_SECONDS },
      })
      await together(run, gateway, tokens, 'as fast as can be')
      compare(run, {
        what: 'search at a steady rate while creates run, p99',
        value: steady.p99Ms,
        target: { atMost: 50 },
        unit: ' ms',
      })
    },
    { environment },
  )
}

function measureSearches(run: Run, gateway: Gateway, pace?: Pace): Promise<Measured> {
  const next = () => {
    const q = encodeURIComponent(queryOf(1 + Math.floor(Math.random() * run.options.payments)))
    return requestText('GET', `/admin/search?q=${q}`, ADMIN_TOKEN)
  }
  return measureRequests(run, gateway, SEARCHERS, 200, next, pace)
}

/** The CPU for each operation is of both kinds together. @returns the searches */
async function together(
  run: Run,
  gateway: Gateway,
  tokens: readonly string[],
  how: string,
  paces: { readonly searches?: Pace; readonly creates?: Pace } = {},
): Promise<Measured> {
  const [searches, creates] = await Promise.all([
    measureSearches(run, gateway, paces.searches),
    measureCreates(run, gateway, tokens, CREATORS, paces.creates),
  ])
  const base = baseOf(run)
  const [searching, creating] = ['GET /admin/search, creates running', 'POST /payins/{id}, searches running']
  tell(run, { ...base, what: `${searching}, ${how}`, connections: SEARCHERS, measured: searches })
  tell(run, { ...base, what: `${creating}, ${how}`, connections: CREATORS, measured: creates })
  return searches
}

/** In turn, so that whatever slows the machine slows both. */
async function createsBesideIndexer(run: Run, url: string, merchants: Merchants): Promise<void> {
  const sides = { '0': [] as Measured[], '1': [] as Measured[] }
  for (let round = 0; round < run.options.rounds; round++) {
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
  const line = { ...baseOf(run), connections: CREATORS }
  tell(run, { ...line, what: 'POST /payins/{id}, no indexer', measured: without })
  tell(run, { ...line, what: 'POST /payins/{id}, indexer running', measured: beside })
  compare(run, {
    what: 'creates with the indexer ÷ without',
    value: beside.perSecond / without.perSecond,
    target: { atLeast: 0.95 },
  })
}
