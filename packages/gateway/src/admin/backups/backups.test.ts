import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../../../test/harness.ts'
import { type StandIn, standInBackups } from '../../backup/backups.fixture.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'
import { backupFinding } from '../doctor/backups.ts'

describe('backups of a gateway whose database is its own', () => {
  let gateway: AdminGateway
  let backups: StandIn
  /** What is told of them before there is one. */
  let asNew: Json
  beforeAll(async () => {
    backups = standInBackups()
    gateway = await adminGateway({ settings: { backups } })
    asNew = (await gateway.admin('GET', '/admin/backups')).body
  })
  afterAll(async () => {
    await gateway.close()
    backups.remove()
  })
  const latest = async () => {
    for (;;) {
      const { body } = await gateway.admin('GET', '/admin/backups')
      const state = String(body.latest?.state)
      if (state === 'FAILED') throw new Error(String(body.latest?.why))
      if (state === 'DONE') return body
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** Under a name of its own, which says when it was made. */
  const make = async (keep: number | null) => {
    await gateway.advance(1_000)
    expect((await gateway.admin('POST', '/admin/backups', { keep })).status).toBe(202)
    return latest()
  }
  const noted = async () => (await gateway.admin('GET', '/admin/audit')).text.split('backup.make').length - 1

  it('are begun by an ADMIN and by nobody less, and read by a VIEWER', async () => {
    const [viewer, operator] = [
      await gateway.operator('vera', 'VIEWER'),
      await gateway.operator('otto', 'OPERATOR'),
    ]
    const { body: before } = await gateway.admin('GET', '/admin/backups')
    for (const token of [viewer, operator])
      expect((await gateway.admin('POST', '/admin/backups', {}, token)).status).toBe(403)
    expect((await gateway.admin('GET', '/admin/backups', undefined, viewer)).body).toEqual(before)
    expect(asNew).toEqual({ data: [] })
  })

  it('are made one at a time, in the background, and noted in the audit log', async () => {
    await gateway.advance(1_000)
    const { body: before } = await gateway.admin('GET', '/admin/backups')
    const notedBefore = await noted()
    const begun = await gateway.admin('POST', '/admin/backups', { keep: 3 })
    expect(begun).toMatchObject({ status: 202, body: { state: 'RUNNING' } })
    const second = await gateway.admin('POST', '/admin/backups', {})
    expect([202, 409]).toContain(second.status)
    const body = await latest()
    expect(body.latest).toMatchObject({ state: 'DONE', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(body.data).toHaveLength(Object(before).data.length + 1)
    // Of what was refused, because another was under way, there is none.
    const made = [begun, second].filter(({ status }) => status === 202)
    expect(await noted()).toBe(notedBefore + made.length)
  })

  it('tell no path and nothing of what is in them', async () => {
    await make(1)
    const { text } = await gateway.admin('GET', '/admin/backups')
    expect(text).not.toContain(backups.folder)
  })

  it.each([0, 1.5, -1, 1_001, '3', [], true])('are refused with keep %j', async (keep) => {
    const refused = await gateway.admin('POST', '/admin/backups', { keep })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: '/keep' }] } })
  })

  it('keep as many as was said, where null says nothing', async () => {
    for (const keep of [null, 1]) await make(keep)
    expect(readdirSync(backups.folder)).toHaveLength(1)
  })

  it('are looked at by the doctor', async () => {
    const { body } = await gateway.admin('GET', '/admin/doctor')
    const checks = body.checks as unknown as readonly { name: string; state: string }[]
    expect(checks.find(({ name }) => name === 'backups')?.state).toBe('fine')
  })
})

describe('backups of a gateway whose database is somebody else’s', () => {
  it('are refused, with what to do', async () => {
    const gateway = await adminGateway({ started: false })
    for (const [method, body] of [
      ['POST', {}],
      ['GET', undefined],
    ] as const)
      expect(await gateway.admin(method, '/admin/backups', body)).toMatchObject({
        status: 409,
        body: { code: 'BACKUP_ELSEWHERE', detail: expect.stringContaining('pg_dump') },
      })
    await gateway.close()
  })
})

describe('what the doctor makes of backups', () => {
  const DAY_MS = 86_400_000
  it.each([
    [undefined, false, 'fine'],
    [undefined, true, 'warning'],
    [DAY_MS, true, 'fine'],
    [7 * DAY_MS, true, 'fine'],
    [7 * DAY_MS + 1, true, 'warning'],
    [30 * DAY_MS, false, 'fine'],
  ])('%s ms old, live merchants: %s, is %s', (ageMs, live, state) => {
    expect(backupFinding(ageMs, live).state).toBe(state)
  })

  it('a warning says what to run', () => {
    expect(backupFinding(undefined, true).remedy).toContain('sluice backup')
  })
})
