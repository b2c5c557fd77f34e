import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SEALED_PLACES } from './master-keys.ts'

const SRC = join(import.meta.dirname, '..')
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(path))
  .map((path) => [path, readFileSync(join(SRC, path), 'utf8')] as const)

it('every room that seals something says where it stands, so that a change of the master key finds it', () => {
  const seals = sources.filter(
    ([path, text]) =>
      /import \{[^}]*\bseal\b[^}]*\} from '[^']*secrets\.ts'/.test(text) &&
      path !== 'identity/access/master-keys.ts',
  )
  expect(seals.length).toBeGreaterThan(3)
  expect(seals.filter(([, text]) => !/export const SEALED_\w+/.test(text)).map(([path]) => path)).toEqual([])
  const said = seals.flatMap(([, text]) => text.match(/export const SEALED_\w+/g) ?? [])
  expect(SEALED_PLACES).toHaveLength(said.length)
})
