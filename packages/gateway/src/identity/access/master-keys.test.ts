import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Database, Row, SqlCall } from '@sluice/database/port.ts'
import { PIX_SETTINGS } from '@sluice/providers/pix/pix.fixture.ts'
import { pix } from '@sluice/providers/pix/pix.ts'
import { keepAccount } from '@sluice/providers/providers.fixture.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { onEngines } from '../../../../../test/setup/engine.ts'
import { openTestDatabase } from '../../../../../test/setup/shared.ts'
import { newMerchantCallbackSecret, openCallbackSecret } from '../../merchants/credentials.ts'
import { tracked } from '../../payments/payments.fixture.ts'
import {
  type ConnectorRecord,
  insertConnector,
  newConnectorSecret,
} from '../../processors/connectors/store.ts'
import { SEALED_PLACES } from '../../server/master-keys.ts'
import { auditCall } from '../operators/audit.ts'
import { type KeySource, MasterKeys, type Noted } from './master-keys.ts'
import { MasterKey, open, seal } from './secrets.ts'
import { SigningKeys } from './signing-keys.ts'

onEngines(['memory', 'postgres'], () => {
  const START = 1_790_000_000_000
  const OLD = new Uint8Array(32).fill(1)
  const NEW = new Uint8Array(32).fill(2)
  const [OLD_NAME, NEW_NAME] = [OLD, NEW].map((bytes) => new MasterKey(bytes).fingerprint) as [string, string]
  const MERCHANTS = 450

  let database: Database
  let deps: SimulatedDeps
  const nodes: MasterKeys[] = []

  beforeEach(async () => {
    const watched = tracked(await openTestDatabase(START))
    database = watched.database
    deps = simulatedDeps(1, { startAt: START, settled: watched.settled })
  })
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.stop()
    await database.close()
  })

  const noted: Noted = (action, subject, detail) =>
    auditCall({
      id: deps.randomness.uuidV7(START),
      at: deps.clock.now(),
      operator: 'anna',
      action,
      subject,
      detail,
    })

  interface Files extends KeySource {
    readonly settled: string[]
  }

  const filesWith = (next: Uint8Array): Files => {
    const settled: string[] = []
    return {
      settled,
      next: () => next,
      settle: (sealing) => void settled.push(sealing),
      forget: () => void settled.push('-'),
    }
  }

  async function nodeWith(masterKey: MasterKey, on: Database = database, source: KeySource = filesWith(NEW)) {
    const node = new MasterKeys({ database: on, deps, masterKey, places: SEALED_PLACES, source, works: true })
    nodes.push(node)
    await node.load()
    return node
  }

  const run = (text: string, values: readonly (string | number | null)[] = []): Promise<readonly Row[]> =>
    database.run({ name: '', text }, values)

  const merchantOf = (number: number) => `M${number}` as MerchantCode

  /** Secrets of every kind, more of one than go in one trip. */
  async function fill(masterKey: MasterKey): Promise<void> {
    for (const purpose of ['token', 'callback'] as const)
      await new SigningKeys({ database, deps, masterKey, purpose }).load()
    const calls = Array.from({ length: MERCHANTS }, (_, number): SqlCall => {
      const code = merchantOf(number)
      const { credential } = newMerchantCallbackSecret(code, masterKey, deps.randomness, START)
      return {
        statement: {
          name: 'test_credential',
          text: `insert into merchant_credential (merchant_id, id, purpose, value, created_at, removed_at)
          values ($1, $2, 'CALLBACK_SECRET', $3, '2026-11-01T00:00:00Z', $4)`,
        },
        // One in ten was removed: it is there all the same.
        values: [code, credential.id, credential.value, number % 10 === 0 ? '2026-11-02T00:00:00Z' : null],
      }
    })
    await database.batch(calls)
    const secrets = [1, 2].map(() => newConnectorSecret('test-acme', masterKey, deps).kept)
    const connector: ConnectorRecord = {
      name: 'test-acme',
      isTest: true,
      baseUrl: 'https://acme.example',
      status: 'ACTIVE',
      services: undefined,
      secrets,
      version: 1,
      createdAt: START,
      updatedAt: START,
    }
    await insertConnector(database, connector, {
      id: deps.randomness.uuidV7(START),
      at: START,
      operator: 'anna',
      action: 'connector.create',
      subject: 'test-acme',
      detail: {},
    })
    const urls = seal(
      masterKey,
      Buffer.from('["https://rpc.example/key"]'),
      'chain_network:1',
      deps.randomness,
    )
    await run(
      `insert into chain_network (chain_id, code, is_test, enabled, wallet_id, tokens, rpc_sealed, rpc_hosts, confirmations,
      block_range, poll_ms, version, created_at, updated_at)
    values (1, 'ERC20', false, true, 'w', '{}', $1, '[]', 3, 10, 1000, 1, '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z')`,
      [urls],
    )
    const token = seal(masterKey, Buffer.from('token'), 'payment_link:SHOP/few', deps.randomness)
    await run(
      `insert into payment_link (merchant_id, id, key, token_hash, token_sealed, title, currency, is_test, request_hash, created_at)
    values ('SHOP', 'few', $1, 'h', $2, 'T', 'THB', true, 'h', '2026-11-01T00:00:00Z')`,
      [deps.randomness.uuidV7(START), token],
    )
  }

  /** What a node with this key alone can open of all that is sealed, and what it cannot. */
  async function openedBy(key: Uint8Array): Promise<{ opened: number; closed: number }> {
    const masterKey = new MasterKey(key)
    const values: boolean[] = []
    for (const row of await run('select kid, private_encrypted from signing_key'))
      values.push(open(masterKey, String(row.private_encrypted), `signing_key:${row.kid}`).ok)
    for (const row of await run('select merchant_id, value from merchant_credential'))
      values.push(open(masterKey, String(row.value), `callback_secret:${row.merchant_id}`).ok)
    for (const row of await run(
      "select s.x ->> 'sealed' as sealed from connector, jsonb_array_elements(secrets) s(x)",
    ))
      values.push(open(masterKey, String(row.sealed), 'connector:test-acme').ok)
    for (const row of await run('select rpc_sealed from chain_network'))
      values.push(open(masterKey, String(row.rpc_sealed), 'chain_network:1').ok)
    for (const row of await run('select token_sealed from payment_link'))
      values.push(open(masterKey, String(row.token_sealed), 'payment_link:SHOP/few').ok)
    const opened = values.filter((isOpen) => isOpen).length
    return { opened, closed: values.length - opened }
  }

  const ALL = 2 + MERCHANTS + 2 + 1 + 1
  const finishedAt = async () => (await run('select finished_at from master_key where seals'))[0]?.finished_at

  /** Rounds of the nodes, until longer than anything can be under way. */
  const settle = async () => {
    for (let round = 0; round < 6; round += 1) await deps.advance(5_000)
  }

  describe('a change of the master key', () => {
    it('seals every value anew, of every place, and finishes', async () => {
      const masterKey = new MasterKey(OLD)
      const files = filesWith(NEW)
      const node = await nodeWith(masterKey, database, files)
      await fill(masterKey)
      node.start()
      expect(await node.rotate(noted)).toEqual({ ok: true, value: NEW_NAME })
      await settle()
      expect(await openedBy(NEW)).toEqual({ opened: ALL, closed: 0 })
      expect(await openedBy(OLD)).toEqual({ opened: 0, closed: ALL })
      expect(await finishedAt()).not.toBeNull()
      expect(files.settled).toEqual([OLD_NAME, NEW_NAME])
      expect(
        (await node.counts()).map(({ what, fingerprint, sealed }) => [what, fingerprint, sealed]),
      ).toEqual([
        ['signing keys', NEW_NAME, 2],
        ['callback secrets', NEW_NAME, MERCHANTS],
        ['connectors’ secrets', NEW_NAME, 2],
        ['RPC URLs', NEW_NAME, 1],
        ['tokens of payment links', NEW_NAME, 1],
      ])
    })

    it('keeps what is inside', async () => {
      const masterKey = new MasterKey(OLD)
      const node = await nodeWith(masterKey)
      await fill(masterKey)
      const inside = async () => {
        const rows = await run('select merchant_id, value from merchant_credential order by merchant_id')
        return rows.map((row) =>
          openCallbackSecret(String(row.merchant_id) as MerchantCode, masterKey, String(row.value)),
        )
      }
      const before = await inside()
      node.start()
      await node.rotate(noted)
      await settle()
      expect(await inside()).toEqual(before)
    })

    it('is noted in the audit log by fingerprints alone', async () => {
      const node = await nodeWith(new MasterKey(OLD))
      await node.rotate(noted)
      const lines = await run(
        "select operator, subject, detail from audit where action = 'master-key.rotate'",
      )
      expect(lines).toEqual([
        { operator: 'anna', subject: `master key ${NEW_NAME}`, detail: { before: OLD_NAME } },
      ])
    })

    it('goes on after a crash at any point, and loses nothing', async () => {
      const masterKey = new MasterKey(OLD)
      await nodeWith(masterKey)
      await fill(masterKey)
      const begun = await nodeWith(new MasterKey(OLD))
      await begun.rotate(noted)
      for (let roundTrips = 0; roundTrips < 12; roundTrips += 1) {
        // Each of these dies so many trips after it was started, and is started again.
        const dying = await nodeWith(new MasterKey(NEW, [OLD]), dyingAfter(database, roundTrips))
        await dying.sweep().catch(() => undefined)
        const { opened } = await openedBy(NEW)
        expect(opened + (await openedBy(OLD)).opened).toBe(ALL)
      }
      const last = await nodeWith(new MasterKey(NEW, [OLD]))
      last.start()
      await settle()
      expect(await openedBy(NEW)).toEqual({ opened: ALL, closed: 0 })
      expect(await finishedAt()).not.toBeNull()
    })

    it('seals anew what a slower node has sealed with the key before, before it finishes', async () => {
      const node = await nodeWith(new MasterKey(OLD))
      node.start()
      await node.rotate(noted)
      await deps.advance(5_000)
      await fill(new MasterKey(OLD))
      await settle()
      await settle()
      expect(await openedBy(NEW)).toEqual({ opened: ALL, closed: 0 })
      expect(await finishedAt()).not.toBeNull()
    })

    it('is not finished while something is sealed that nobody here can open', async () => {
      const masterKey = new MasterKey(OLD)
      const node = await nodeWith(masterKey)
      await fill(masterKey)
      const stranger = seal(
        new MasterKey(new Uint8Array(32).fill(9)),
        NEW,
        'chain_network:1',
        deps.randomness,
      )
      await run('update chain_network set rpc_sealed = $1', [stranger])
      node.start()
      await node.rotate(noted)
      await settle()
      expect(await openedBy(NEW)).toEqual({ opened: ALL - 1, closed: 1 })
      expect(await finishedAt()).toBeNull()
    })

    it('does not write over what an operator has changed meanwhile', async () => {
      const masterKey = new MasterKey(OLD)
      const node = await nodeWith(masterKey)
      await fill(masterKey)
      await node.rotate(noted)
      const fresh = newConnectorSecret('test-acme', masterKey, deps).kept
      const [place] = SEALED_PLACES.filter(({ what }) => what === 'connectors’ secrets')
      const [row] = await run('select name, secrets, version from connector')
      await run('update connector set secrets = $1::text::jsonb, version = version + 1', [
        JSON.stringify([fresh]),
      ])
      const late = row && place?.renew(row, (sealed) => sealed)
      expect(late && (await database.batch([late]))).toEqual([[]])
      expect((await run('select secrets from connector'))[0]?.secrets).toEqual([fresh])
    })
  })

  it('seals what an account with a provider keeps anew, and not over what an operator has just changed', async () => {
    const account = { provider: pix, name: 'test-native-bank', settings: PIX_SETTINGS }
    await keepAccount(database, new MasterKey(OLD), deps, account)
    const [place] = SEALED_PLACES.filter(({ what }) => what === 'providers’ settings')
    const [row] = await run('select name, secrets, version from provider_account')
    const anew = row && place?.renew(row, (sealed) => sealed)
    expect(anew && (await database.batch([anew]))).toEqual([[{ changed: 1 }]])
    expect(anew && (await database.batch([anew]))).toEqual([[]])
  })

  describe('a key that seals no more', () => {
    const changed = async () => {
      const masterKey = new MasterKey(OLD)
      const files = filesWith(NEW)
      const node = await nodeWith(masterKey, database, files)
      await fill(masterKey)
      node.start()
      await node.rotate(noted)
      return { node, files }
    }

    it('can be let go of when nothing is sealed with it, and not before', async () => {
      const { node, files } = await changed()
      expect(await node.retire(OLD_NAME, noted)).toEqual({ ok: false, failure: 'IN_USE' })
      await settle()
      expect(await node.retire(NEW_NAME, noted)).toEqual({ ok: false, failure: 'IN_USE' })
      expect(await node.retire(OLD_NAME, noted)).toEqual({ ok: true, value: undefined })
      expect(files.settled.at(-1)).toBe('-')
      expect(await node.retire(OLD_NAME, noted)).toEqual({ ok: false, failure: 'NOT_FOUND' })
    })

    it('is not needed any more to start, and until then it is', async () => {
      const { node } = await changed()
      await node.stop()
      await expect(nodeWith(new MasterKey(OLD))).rejects.toThrow('master key')
      const other = await nodeWith(new MasterKey(OLD, [NEW]))
      other.start()
      await settle()
      await expect(nodeWith(new MasterKey(NEW))).resolves.toBeDefined()
    })

    it('never comes back once it was let go of', async () => {
      const { node } = await changed()
      await settle()
      await node.retire(OLD_NAME, noted)
      const back = await nodeWith(new MasterKey(NEW, [OLD]), database, filesWith(OLD))
      expect(await back.rotate(noted)).toEqual({ ok: false, failure: { code: 'RETIRED' } })
    })
  })

  describe('a change that may not begin', () => {
    it('is one while another is under way', async () => {
      const masterKey = new MasterKey(OLD)
      const node = await nodeWith(masterKey)
      await fill(masterKey)
      await node.rotate(noted)
      expect(await node.rotate(noted)).toEqual({ ok: false, failure: { code: 'IN_PROGRESS' } })
    })

    it('is one to the key that seals already', async () => {
      const node = await nodeWith(new MasterKey(OLD), database, filesWith(OLD))
      expect(await node.rotate(noted)).toEqual({ ok: false, failure: { code: 'SAME_KEY' } })
    })
  })

  describe('a database from before keys had names', () => {
    it('gives its values names, with the key that they have', async () => {
      const masterKey = new MasterKey(OLD)
      await nodeWith(masterKey)
      await fill(masterKey)
      await run('delete from master_key')
      await run("update signing_key set private_encrypted = 'v1.' || split_part(private_encrypted, '.', 3)")
      await run("update merchant_credential set value = 'v1.' || split_part(value, '.', 3)")
      const node = await nodeWith(new MasterKey(OLD))
      node.start()
      await settle()
      expect((await node.counts()).map(({ fingerprint }) => fingerprint)).toEqual(Array(5).fill(OLD_NAME))
      expect(await openedBy(OLD)).toEqual({ opened: ALL, closed: 0 })
    })
  })

  /** Answers so many times, and then never again. */
  function dyingAfter(real: Database, roundTrips: number): Database {
    let left = roundTrips + 4
    const alive = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
      left-- > 0 ? ask() : Promise.reject(new Error('the process died'))
    return {
      engine: real.engine,
      writeSlots: real.writeSlots,
      run: (statement, values) => alive(() => real.run(statement, values)),
      batch: (calls) => alive(() => real.batch(calls)),
      transact: (reads, decide) => alive(() => real.transact(reads, decide)),
      ping: (timeoutMs) => real.ping(timeoutMs),
      close: async () => undefined,
    }
  }
})
