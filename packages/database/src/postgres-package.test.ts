import { expect, it } from 'vitest'
import { postgresPackage } from './postgres-package.fixture.ts'

it('leaves it to a run of tests with what code it ends, though the package of the server would end all with 0', async () => {
  const atTheEnd = () => [process.listeners('beforeExit'), process.listeners('exit')]
  const before = atTheEnd()
  await postgresPackage()
  expect(atTheEnd()).toEqual(before)
})
