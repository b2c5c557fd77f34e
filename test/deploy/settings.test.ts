import { readFileSync } from 'node:fs'
import { readConfig } from '@sluice/gateway/server/config.ts'
import { SETTINGS } from '@sluice/gateway/server/settings.ts'
import { describe, expect, it } from 'vitest'

const FILES = [
  'Dockerfile',
  'compose.yaml',
  'deploy/kubernetes/api.yaml',
  'deploy/kubernetes/worker.yaml',
  'deploy/kubernetes/settings.yaml',
  'deploy/kubernetes/ingress.yaml',
]

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const KNOWN = new Set(Object.values(SETTINGS).map(({ variable }) => variable))

describe('the deployment files', () => {
  it.each(FILES)('%s sets nothing that the program does not read', (file) => {
    for (const name of read(file).match(/\b(?:SLUICE|DATABASE|REDIS|TRUST|LOG)_[A-Z_]+\b/g) ?? [])
      expect(KNOWN).toContain(name)
  })

  it('give values that the program takes', () => {
    const env: Record<string, string> = {
      DATABASE_URL: 'postgres://sluice:secret@postgres/sluice',
      SLUICE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    }
    for (const file of FILES) {
      for (const [, name, value] of read(file).matchAll(
        /^\s*([A-Z_]+)(?:=|: )['"]?([^\s'"$\\]+)['"]?(?: \\)?$/gm,
      )) {
        if (name !== undefined && value !== undefined && KNOWN.has(name)) env[name] ??= value
      }
    }
    expect(Object.keys(env)).toContain('SLUICE_LEAVE_MS')
    expect(readConfig(env)).toMatchObject({ ok: true, value: { unknownVariables: [] } })
  })

  it('ask for health where the program tells of it', () => {
    for (const file of ['deploy/kubernetes/api.yaml', 'deploy/kubernetes/worker.yaml']) {
      expect(new Set(read(file).match(/\/health\/\w+/g))).toEqual(new Set(['/health/live', '/health/ready']))
    }
  })
})
