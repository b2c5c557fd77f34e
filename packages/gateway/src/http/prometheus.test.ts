import { expect, it } from 'vitest'
import { ProcessRegistry } from './prometheus.ts'

it('whoever reads the metrics first gets those of the process, before and after it has begun to count', async () => {
  const registry = new ProcessRegistry()
  const page = await registry.metrics()
  registry.countProcess()
  for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds'])
    expect(page).toContain(name)
  expect((await registry.getMetricsAsJSON()).map(({ name }) => name)).toContain('process_cpu_seconds_total')
})

it('other processes are told of this one as soon as they ask', async () => {
  const reported = await new ProcessRegistry().getMetricsAsJSON()
  expect(reported.map(({ name }) => name)).toContain('process_resident_memory_bytes')
})
