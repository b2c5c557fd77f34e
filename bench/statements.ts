/**
 * A statement with very many movements of one merchant: issued by the real server, then read over HTTP to its last byte
 * in each format that is streamed, with the server's largest heap size meanwhile, garbage included. On PostgreSQL. The
 * PDF is refused.
 *
 * The server's heap is limited, to show what it needs: with more memory V8 collects no old garbage before there are some
 * 300 MB of it. The young generation needs its usual size: a smaller limit would reduce it as well unless set
 * separately, and then all lines grow old and the collector works six times as long as the rest.
 */
import { loadavg } from 'node:os'
import { tablesOf } from './fill.ts'
import { type Filling, onFilled } from './filled.ts'
import { type Gateway, merchantCode } from './gateway.ts'
import type { BenchOptions } from './options.ts'
import { compare, NOWHERE, type Run, withGateway } from './run.ts'

const ADMIN_TOKEN = 'bench-admin-token-of-32-characters-or-more'
const MERCHANT = merchantCode(1)
const MB = 1e6
const BOUNDED_HEAP = '--max-old-space-size=150 --max-semi-space-size=16'

function send(gateway: Gateway, path: string, body?: object): Promise<Response> {
  return fetch(`http://127.0.0.1:${gateway.port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${ADMIN_TOKEN}`,
      'x-api-version': '2',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

async function ask(gateway: Gateway, path: string, body?: object): Promise<Response> {
  const answer = await send(gateway, path, body)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** For the month of the filled rows. */
async function issue(gateway: Gateway, movements: number): Promise<string> {
  const requested = { merchantCode: MERCHANT, currencyCode: 'THB', until: '2025-07-01' }
  const issued: unknown = await (await ask(gateway, '/admin/statements', requested)).json()
  const text = JSON.stringify(issued)
  if (!text.includes(`"entries":${movements},`)) throw new Error(`not all are in the statement: ${text}`)
  return 'THB-1'
}

const pathOf = (id: string, format: string): string => `/admin/statements/${MERCHANT}/${id}?format=${format}`

async function read(gateway: Gateway, id: string, format: string): Promise<number> {
  const { body } = await ask(gateway, pathOf(id, format))
  let bytes = 0
  for await (const chunk of body ?? []) bytes += chunk.length
  return bytes
}

export function statementsFilling({ movements }: BenchOptions): Filling {
  const payins = { from: 1, to: movements, merchants: 1, status: 'SUCCESS', callbackUrl: NOWHERE } as const
  return { name: `statements_${movements}`, merchants: 1, tables: tablesOf(payins), isCopied: true }
}

export async function statements(run: Run): Promise<void> {
  const { movements } = run.options
  await onFilled(run, statementsFilling(run.options), async (url, merchants) => {
    run.say(`statements: load average ${loadavg()[0]?.toFixed(1)} before`)
    const environment = { SLUICE_ADMIN_TOKEN: ADMIN_TOKEN, NODE_OPTIONS: BOUNDED_HEAP }
    await withGateway(
      run,
      { url },
      merchants,
      async (gateway) => {
        const measured = async <Outcome>(what: string, work: () => Promise<Outcome>): Promise<Outcome> => {
          await gateway.peakHeapBytes()
          const startedAt = performance.now()
          const outcome = await work()
          const seconds = (performance.now() - startedAt) / 1_000
          const peak = (await gateway.peakHeapBytes()) / MB
          compare(run, { what, value: seconds, unit: ' s', target: undefined })
          compare(run, {
            what: '… the most that the heap held',
            value: peak,
            unit: ' MB',
            target: { atMost: 200 },
          })
          return outcome
        }
        const many = `${movements.toLocaleString('en')} movements`
        const id = await measured(`a statement of ${many}, issued`, () => issue(gateway, movements))
        for (const format of ['csv', 'json', 'xlsx', 'camt.053']) {
          const bytes = await measured(`… read as ${format}`, () => read(gateway, id, format))
          run.say(`statements: ${(bytes / MB).toFixed(1)} MB of ${format}`)
        }
        const onPdf = await send(gateway, pathOf(id, 'pdf'))
        const { code, detail } = Object(JSON.parse(await onPdf.text()))
        run.say(`statements: on paper: ${onPdf.status} ${code}: ${detail}`)
        if (onPdf.status < 400) throw new Error('so long a statement came on paper')
      },
      { environment },
    )
  })
}
