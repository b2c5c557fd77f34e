/** How long a gateway takes to start. It has the machine for itself. */
import { afterAll, expect, it } from 'vitest'
import { AS_INSTALLED, startAfterKill, startGateway, temporaryFolder } from './gateway.ts'

const SERVED_AGAIN_WITHIN_MS = 2_000
const folder = temporaryFolder()
afterAll(() => folder.remove())

it('a first start is ready in under 10 s', async () => {
  const gateway = await startGateway(folder.path, {}, AS_INSTALLED)
  const { code } = await gateway.stop('SIGTERM')
  expect(gateway.readyMs).toBeLessThan(10_000)
  expect(code).toBe(0)
})

it('a folder that was served before is served again in under 2 s', async () => {
  const gateway = await startAfterKill(folder.path, SERVED_AGAIN_WITHIN_MS)
  await gateway.stop('SIGKILL')
  expect(gateway.readyMs).toBeLessThan(SERVED_AGAIN_WITHIN_MS)
})
