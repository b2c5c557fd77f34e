/**
 * The settings of traces. They have the names of OpenTelemetry's standard, so that what an operator sets for all programs applies to
 * this one, too. They are read only if there is an address: a variable for other programs must not prevent a start.
 */
import { baseUrl } from './config-values.ts'
import { type Setting, setting } from './setting.ts'

/** With or without regard to a caller, whom we never let decide. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export const TRACE_SETTINGS = {
  traceEndpoint: setting({
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    expects: 'an http or https URL without query and fragment',
    fallback: undefined,
    help: 'Where traces are sent by OTLP over HTTP, without /v1/traces: http://127.0.0.1:4318. Default: nothing is traced.',
    parse: baseUrl,
  }),
  traceHeaders: setting({
    variable: 'OTEL_EXPORTER_OTLP_HEADERS',
    expects: 'names with their values, such as authorization=Bearer%20abc,x-tenant=shop',
    fallback: '',
    help: 'Headers that are sent with traces; values are percent-encoded. They may be secrets.',
    parse: pairsIn,
  }),
  traceServiceName: setting({
    variable: 'OTEL_SERVICE_NAME',
    expects: 'up to 100 characters',
    fallback: 'sluice',
    help: 'The name of this gateway in traces.',
    parse: (text) => (/^[^\p{Cc}]{1,100}$/u.test(text) ? text : undefined),
  }),
  traceResource: setting({
    variable: 'OTEL_RESOURCE_ATTRIBUTES',
    expects: 'names with their values, such as deployment.environment.name=production',
    fallback: '',
    help: 'What else describes this gateway in traces.',
    parse: pairsIn,
  }),
  traceSampler: setting({
    variable: 'OTEL_TRACES_SAMPLER',
    expects: `one of ${SAMPLERS.join(', ')}`,
    fallback: 'parentbased_always_on',
    help: 'Which traces are recorded. A caller never decides that, so the samplers with and without parentbased are the same.',
    parse: (text) => SAMPLERS.find((sampler) => sampler === text),
  }),
  traceRatio: setting({
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    expects: 'a number from 0 to 1',
    fallback: '1',
    help: 'The share of traces that traceidratio records; the same on every node.',
    parse: (text) => (/^(?:0|1|[01]?\.\d{1,9})$/.test(text) && Number(text) <= 1 ? Number(text) : undefined),
  }),
}

const MOST_PAIRS = 32
const PAIR = /^([\x21-\x2b\x2d-\x3c\x3e-\x7e]{1,100})=([\x21-\x2b\x2d-\x7e]{0,4096})$/

/** `name=value,name=value`, values percent-encoded. */
function pairsIn(text: string): Readonly<Record<string, string>> | undefined {
  const parts = text.split(',').flatMap((part) => part.trim() || [])
  const pairs: [string, string][] = []
  for (const part of parts) {
    const [, name, encoded] = PAIR.exec(part) ?? []
    const value = encoded === undefined ? undefined : decoded(encoded)
    if (name === undefined || value === undefined) return undefined
    pairs.push([name, value])
  }
  return pairs.length <= MOST_PAIRS ? Object.fromEntries(pairs) : undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

type Given = <Value>(one: Setting<Value>) => Value | undefined

export type TraceSettings = NonNullable<ReturnType<typeof traceSettings>>

/** @returns undefined: nothing is traced */
export function traceSettings(given: Given) {
  const endpoint = given(TRACE_SETTINGS.traceEndpoint)
  if (endpoint === undefined) return undefined
  return {
    endpoint,
    headers: given(TRACE_SETTINGS.traceHeaders) ?? {},
    serviceName: given(TRACE_SETTINGS.traceServiceName) ?? '',
    resource: given(TRACE_SETTINGS.traceResource) ?? {},
    sampler: samplerOf(given(TRACE_SETTINGS.traceSampler), given(TRACE_SETTINGS.traceRatio)),
  }
}

type SamplerSettings =
  | { readonly type: 'always_on' | 'always_off' }
  | { readonly type: 'traceidratio'; readonly ratio: number }

function samplerOf(named = 'always_on', ratio = 1): SamplerSettings {
  const type = named.replace('parentbased_', '')
  if (type === 'traceidratio') return { type, ratio }
  return { type: type === 'always_off' ? type : 'always_on' }
}
