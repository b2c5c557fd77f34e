import type { OutgoingPurpose, OutgoingRequest } from '@sluice/core/foundation/deps.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { inSpan, readTraceparent } from '@sluice/core/foundation/tracing.ts'
import { Spans } from '@sluice/telemetry/spans.fixture.ts'
import { beforeEach, expect, it } from 'vitest'
import { tracedNetwork } from './traced-network.ts'

const KEY = '019ab123-4567-7890-8abc-def012345678'

const spans = new Spans()
const deps = simulatedDeps(1, {
  network: ({ url }) =>
    url.includes('gone')
      ? { ok: false, reason: 'TIMEOUT', detail: 'gone.example:443', durationMs: 1 }
      : { ok: true, status: 201, headers: {}, body: '{"iban":"DE00"}', durationMs: 1 },
})
const tracing = spans.tracing(deps)
const network = tracedNetwork(deps.network, tracing)
beforeEach(() => {
  spans.forget()
  deps.sent.length = 0
})

const request = (
  purpose?: OutgoingPurpose,
  url = 'https://bank.example/transfers/17?iban=DE00',
): OutgoingRequest => ({
  ...{
    url,
    method: 'POST',
    headers: { accept: '*/*' },
    body: 'secret',
    timeoutMs: 1_000,
    maxAnswerBytes: 100,
  },
  guard: { refuses: () => undefined },
  ...(purpose && { purpose }),
})

it('a call about a payment is in its trace, by operation, processor and status alone', async () => {
  await network.request(request({ to: 'provider', operation: 'create', processor: 'bank-1', key: KEY }))
  const [span] = spans.of(KEY)
  expect(span?.name).toBe('provider create')
  expect(span?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': 201,
    'sluice.operation': 'create',
    'sluice.processor': 'bank-1',
  })
})

it('a call without an answer says why', async () => {
  await network.request(request({ to: 'provider', operation: 'create', key: KEY }, 'https://gone.example/'))
  expect(spans.of(KEY)[0]?.attributes).toMatchObject({ 'error.type': 'TIMEOUT' })
})

it('a provider gets no header of the trace, an operator’s connector does', async () => {
  await network.request(request({ to: 'provider', operation: 'create', key: KEY }))
  await network.request(request({ to: 'connector', operation: 'accept', key: KEY }))
  const [provider, connector] = deps.sent
  expect(Object.keys(provider?.headers ?? {})).toEqual(['accept'])
  expect(readTraceparent(connector?.headers.traceparent ?? '')?.traceId).toBe(KEY.replaceAll('-', ''))
})

it('a call that is about no payment has a span only within other work', async () => {
  const probe = request({ to: 'connector', operation: 'manifest' })
  await network.request(probe)
  expect(spans.all()).toEqual([])
  await inSpan(tracing, 'GET /admin/connectors', { kind: 'server' }, () => network.request(probe))
  expect(spans.all().map(({ name }) => name)).toEqual(['connector manifest', 'GET /admin/connectors'])
})

it('a request that does not say what it is for has no span', async () => {
  await inSpan(tracing, 'callback.deliver', { kind: 'client', key: KEY }, () => network.request(request()))
  expect(spans.all().map(({ name }) => name)).toEqual(['callback.deliver'])
})
