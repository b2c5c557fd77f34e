import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const ENDPOINT = 'http://127.0.0.1:4318/'
const read = (env: Readonly<Record<string, string>>) => readConfig({ ...env }, 2)
const tracesOf = (env: Readonly<Record<string, string>>) => {
  const config = read({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, ...env })
  return config.ok ? config.value.traces : config.failure.map(({ variable }) => variable)
}

describe('the settings of traces', () => {
  it('by default nothing is traced, whatever is set for other programs', () => {
    const config = read({ OTEL_TRACES_SAMPLER: 'jaeger_remote', OTEL_EXPORTER_OTLP_HEADERS: 'broken' })
    expect(config).toMatchObject({ ok: true, value: { traces: undefined } })
  })

  it('an address alone records everything', () => {
    expect(tracesOf({})).toEqual({
      endpoint: 'http://127.0.0.1:4318',
      headers: {},
      serviceName: 'sluice',
      resource: {},
      sampler: { type: 'always_on' },
    })
  })

  it('headers are percent-encoded pairs', () => {
    expect(
      tracesOf({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b, x-tenant=shop' }),
    ).toMatchObject({
      headers: { authorization: 'Bearer a=b', 'x-tenant': 'shop' },
    })
  })

  it.each(['traceidratio', 'parentbased_traceidratio'])('%s records a share', (sampler) => {
    expect(tracesOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '0.05' })).toMatchObject({
      sampler: { type: 'traceidratio', ratio: 0.05 },
    })
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://127.0.0.1:4317'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%ZZ'],
    ['OTEL_RESOURCE_ATTRIBUTES', '=production'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', '-1'],
  ])('%s=%s is refused', (variable, text) => {
    expect(tracesOf({ [variable]: text })).toEqual([variable])
  })
})
