import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { freePort } from '@sluice/core/foundation/free-port.fixture.ts'
import { realTimers } from '@sluice/core/foundation/real-deps.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Tracing } from '@sluice/core/foundation/tracing.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { Spans, settingsOf } from './spans.fixture.ts'
import { startTelemetry } from './telemetry.ts'

const KEY = '019ab123-4567-7890-8abc-def012345678'

/** A receiver of traces. */
async function receiver() {
  const received: {
    readonly path: string | undefined
    readonly headers: IncomingHttpHeaders
    readonly body: string
  }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      received.push({ path: request.url, headers: request.headers, body })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  stop = () => server.close()
  return { url: `http://127.0.0.1:${port}/`, received }
}

let stop: () => void = () => undefined
afterEach(() => stop())

/** The export's own limits are in real time. */
function telemetry(endpoint: string, timers = realTimers) {
  const { clock, randomness, log, logged } = simulatedDeps(1)
  const deps = { clock, randomness, log, timers, nowMs: () => clock.now() + 0.25 }
  return { ...startTelemetry(settingsOf(endpoint), deps, '1.2.3'), logged }
}

const record = (tracing: Tracing, count = 1): void => {
  for (let made = 0; made < count; made += 1)
    tracing.start('journal.commit', { kind: 'internal', key: KEY, isFirst: true }).end()
}

describe('the receiver', () => {
  it('gets what waited at a stop, with our headers and what describes the gateway', async () => {
    const { url, received } = await receiver()
    const { tracing, stop: end } = telemetry(url)
    record(tracing)
    await end()
    const [request] = received
    expect(request?.path).toBe('/v1/traces')
    expect(request?.headers.authorization).toBe('Bearer abc')
    const { resourceSpans } = JSON.parse(request?.body ?? '')
    const named = Object.fromEntries(
      resourceSpans[0].resource.attributes.map(
        ({ key, value }: { key: string; value: { stringValue: string } }) => [key, value.stringValue],
      ),
    )
    expect(named).toMatchObject({
      'service.name': 'sluice',
      'service.version': '1.2.3',
      'deployment.environment.name': 'test',
    })
    expect(resourceSpans[0].scopeSpans[0].spans).toEqual([
      expect.objectContaining({
        name: 'journal.commit',
        traceId: KEY.replaceAll('-', ''),
        spanId: '8abcdef012345678',
      }),
    ])
  })

  it('that is gone holds up neither work nor a stop', async () => {
    const overdue = {
      ...realTimers,
      after: (_delayMs: number, action: () => void) => realTimers.after(0, action),
    }
    const { tracing, stop: end } = telemetry(`http://127.0.0.1:${await freePort()}`, overdue)
    record(tracing, 5_000)
    await end()
    record(tracing)
  })
})

describe('a span', () => {
  const spans = new Spans()
  const tracing = spans.tracing(simulatedDeps(1))

  it('joins the trace of a payment that becomes known after it began', () => {
    const request = tracing.start('POST', { kind: 'server', isApart: true })
    request.belongTo(KEY, { isFirst: true })
    tracing.run(request, () => record(tracing))
    request.end()
    const [commit, server] = spans.all()
    expect(commit?.parentSpanContext?.spanId).toBe(server?.spanContext().spanId)
    expect(server?.spanContext()).toMatchObject({ traceId: KEY.replaceAll('-', '') })
    spans.forget()
  })

  it('stays in its trace once another span knows it, and the payment’s trace has a link to it', () => {
    const request = tracing.start('POST', { kind: 'server', isApart: true })
    const { traceId } = request.context
    request.belongTo(KEY, { isFirst: true })
    tracing.run(request, () => record(tracing))
    const [commit] = spans.all()
    expect(request.context.traceId).toBe(traceId)
    expect(commit?.parentSpanContext).toBeUndefined()
    expect(commit?.links.map(({ context }) => context.traceId)).toEqual([traceId])
    spans.forget()
  })

  it('that has ended is no parent of later work', () => {
    const request = tracing.start('POST', { kind: 'server' })
    request.end()
    tracing.run(request, () => tracing.start('step expire', { kind: 'consumer' }).end())
    const [, step] = spans.all()
    expect(step?.parentSpanContext).toBeUndefined()
    spans.forget()
  })
})
