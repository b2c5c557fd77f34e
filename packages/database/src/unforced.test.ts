import { expect, it } from 'vitest'
import { bothEngines } from '../../../test/setup/shared.ts'
import { UNFORCED } from './unforced.ts'

it.each(bothEngines)('holds always, for its own statement alone, on $name', async ({ open }) => {
  const { database, close } = await open()
  const setting = `current_setting('synchronous_commit')`
  const ask = async (where: string) => {
    const text = `select ${setting} as setting, place from generate_series(1, 2) as place where ${where}`
    return database.run({ name: '', text }, [])
  }
  try {
    const before = await ask('true')
    expect(await ask(UNFORCED)).toEqual([1, 2].map((place) => ({ setting: 'off', place })))
    expect(await ask('true')).toEqual(before)
  } finally {
    await close()
  }
})
