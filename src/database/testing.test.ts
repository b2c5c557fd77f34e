import { expect, it } from 'vitest'
import { postgresPackage } from './testing.ts'

it('leaves it to a run of tests with what code it ends, though the package of the server would end all with 0', async () => {
  const before = process.listeners('beforeExit')
  await postgresPackage()
  expect(process.listeners('beforeExit')).toEqual(before)
})
