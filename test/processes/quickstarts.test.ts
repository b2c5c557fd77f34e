/** The quickstarts in other languages work as they stand, where the language is installed, beside a gateway that was really started. */
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../tools/docs.ts'
import { temporaryFolder } from './gateway.ts'
import { type GatewayHere, serveCopyHere } from './served-here.ts'

const page = readFileSync(join(ROOT, 'docs/merchants/quickstart.md'), 'utf8')
const snippet = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? ''

const LANGUAGES = [
  { language: 'bash', command: 'bash', head: 'set -euo pipefail\n' },
  { language: 'python', command: 'python3', head: '' },
  { language: 'php', command: 'php', head: '' },
]
const isThere = (command: string): boolean => spawnSync(command, ['--version']).status === 0

const folder = temporaryFolder()
let gateway: GatewayHere
beforeAll(async () => {
  gateway = await serveCopyHere(folder.path, { SLUICE_SANDBOX_DELAY_MS: '50' })
})
afterAll(async () => {
  await gateway.stop()
  folder.remove()
})

it('there is one for each language that the page names', () => {
  expect(LANGUAGES.filter(({ language }) => snippet(language) === '')).toEqual([])
})

describe('the quickstart leads to a payin that is paid', () => {
  for (const { language, command, head } of LANGUAGES.filter((each) => isThere(each.command))) {
    it(`in ${language}`, async () => {
      const file = join(folder.path, `quickstart.${language}`)
      writeFileSync(file, head + snippet(language))
      const env = { PATH: process.env.PATH, BASE: gateway.url }
      const { stdout } = await promisify(execFile)(command, [file], {
        cwd: folder.path,
        env,
        timeout: 90_000,
      })
      expect(stdout).toMatch(/000201/)
      expect(stdout).toMatch(/^\S+ SUCCESS$/m)
    })
  }
})
