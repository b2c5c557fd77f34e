import { describe, expect, it } from 'vitest'
import { type Config, type ConfigFault, defaultPublicUrl, type Environment, readConfig } from './config.ts'
import { SETTINGS } from './settings.ts'

const KEY = Buffer.alloc(32, 7)
const postgres = { DATABASE_URL: 'postgres://sluice:pw@db/sluice', SLUICE_MASTER_KEY: KEY.toString('base64') }

function configOf(env: Environment): Config {
  const read = readConfig(env, 2)
  if (!read.ok) throw new Error(JSON.stringify(read.failure))
  return read.value
}
function faultsOf(env: Environment): ConfigFault[] {
  const read = readConfig(env)
  return read.ok ? [] : read.failure
}

describe('the configuration', () => {
  it('needs nothing', () => {
    expect(configOf({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      loopbackOnly: true,
      noTrialFor: [],
      dataDir: './data',
      databaseUrl: undefined,
      replica: undefined,
      redisUrl: undefined,
      masterKey: undefined,
      previousMasterKeys: [],
      adminToken: undefined,
      sandbox: true,
      sandboxDelayMs: 3000,
      maxOpenAddresses: 100_000,
      indexes: true,
      callbackAllow: [],
      connectorAllow: [],
      trustProxy: false,
      logLevel: 'info',
      publicUrl: undefined,
      queueLimit: 5000,
      maxWaitingClaims: 500,
      roles: ['api', 'worker'],
      processes: 1,
      busyPoll: true,
      drainMs: 0,
      alerts: { mail: undefined, webhook: undefined },
      unknownVariables: [],
    })
  })

  it('takes an empty variable for an unset one', () => {
    expect(configOf({ PORT: '', DATABASE_URL: ' ', LOG_LEVEL: '' })).toEqual(configOf({}))
  })

  it('reads every setting', () => {
    const config = configOf({
      ...postgres,
      PORT: '0',
      HOST: '::',
      DATA_DIR: '/var/lib/sluice',
      REDIS_URL: 'rediss://cache:6379',
      SLUICE_ADMIN_TOKEN: 'a'.repeat(32),
      SLUICE_SANDBOX: '1',
      SLUICE_SANDBOX_DELAY_MS: '0',
      SLUICE_CALLBACK_ALLOW: '10.1.0.0/16, fd12::/48',
      SLUICE_CONNECTOR_ALLOW: '10.2.0.0/16',
      TRUST_PROXY: 'loopback,10.0.0.0/8',
      LOG_LEVEL: 'debug',
      SLUICE_PUBLIC_URL: 'https://pay.example/gateway/',
      SLUICE_QUEUE_LIMIT: '100',
      SLUICE_MAX_WAITING_CLAIMS: '50',
      SLUICE_ROLES: 'worker',
      SLUICE_LEAVE_MS: '5000',
      SLUICE_PROCESSES: '3',
      SLUICE_BUSY_POLL: '0',
    })
    expect(config).toMatchObject({
      port: 0,
      host: '::',
      loopbackOnly: false,
      noTrialFor: ['HOST', 'TRUST_PROXY', 'SLUICE_PUBLIC_URL', 'DATABASE_URL'],
      dataDir: '/var/lib/sluice',
      redisUrl: 'rediss://cache:6379',
      sandbox: true,
      sandboxDelayMs: 0,
      callbackAllow: ['10.1.0.0/16', 'fd12::/48'],
      connectorAllow: ['10.2.0.0/16'],
      trustProxy: ['loopback', '10.0.0.0/8'],
      logLevel: 'debug',
      publicUrl: 'https://pay.example/gateway',
      queueLimit: 100,
      maxWaitingClaims: 50,
      roles: ['worker'],
      drainMs: 5000,
      processes: 3,
      busyPoll: false,
    })
  })

  it.each([
    ['postgres://sluice:pw@db.internal/sluice', 1, 1],
    ['postgres://sluice:pw@db.internal/sluice', 6, 6],
    ['postgres://sluice:pw@db.internal/sluice', 64, 8],
    ['postgres://sluice:pw@127.0.0.1/sluice', 1, 1],
    ['postgres://sluice:pw@localhost/sluice', 2, 2],
    ['postgres://sluice:pw@[::1]/sluice', 3, 2],
    ['postgres://sluice:pw@[::1]/sluice', 4, 2],
    ['postgres:///sluice?host=/var/run/postgresql', 8, 4],
    ['postgres://sluice:pw@127.0.0.1:5432,[::1]:5433/sluice', 8, 4],
    ['postgres://sluice:pw@127.0.0.1:5432,db.internal:5433/sluice', 8, 8],
    ['postgres://sluice:pw@localhost/sluice', 64, 8],
  ])(
    'has a process for each core, beside a PostgreSQL of this machine for each second and at least two: %s with %i: %i',
    (url, cores, expected) => {
      const read = readConfig({ ...postgres, DATABASE_URL: url }, cores)
      expect(read).toMatchObject({ ok: true, value: { processes: expected } })
    },
  )

  it('lets a process poll where it may use more than one core', () => {
    expect(readConfig({}, 1)).toMatchObject({ ok: true, value: { busyPoll: false } })
    expect(readConfig({}, 2)).toMatchObject({ ok: true, value: { busyPoll: true } })
    expect(readConfig({ SLUICE_BUSY_POLL: '1' }, 1)).toMatchObject({ ok: true, value: { busyPoll: true } })
  })

  it('has one process on the embedded database, however many cores there are', () => {
    expect(readConfig({}, 16)).toMatchObject({ ok: true, value: { processes: 1 } })
    expect(readConfig({ SLUICE_PROCESSES: '1' }, 16)).toMatchObject({ ok: true })
    expect(faultsOf({ SLUICE_PROCESSES: '2' })).toEqual([
      {
        variable: 'SLUICE_PROCESSES',
        problem: 'is more than 1, but the embedded database serves only one process',
        remedy: expect.stringContaining('set DATABASE_URL'),
      },
    ])
  })

  it.each([[KEY.toString('base64')], [KEY.toString('base64url')], [KEY.toString('hex')]])(
    'takes a master key in base64 or hex',
    (text) => {
      expect(configOf({ SLUICE_MASTER_KEY: text }).masterKey).toEqual(new Uint8Array(KEY))
    },
  )

  it.each([
    ['2', 2],
    ['0', false],
    ['uniquelocal', ['uniquelocal']],
  ])('reads TRUST_PROXY=%s', (text, expected) => {
    expect(configOf({ TRUST_PROXY: text }).trustProxy).toEqual(expected)
  })

  it.each([
    ['127.0.0.1', true],
    ['127.8.8.8', true],
    ['::1', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['::', false],
    ['192.168.1.1', false],
    ['pay.example', false],
  ])('knows whether HOST=%s can be reached from this machine only: %s', (host, expected) => {
    expect(configOf({ HOST: host }).loopbackOnly).toBe(expected)
  })

  it.each([
    [{}, []],
    [{ HOST: '::1', PORT: '9000', TRUST_PROXY: '0' }, []],
    [{ HOST: '0.0.0.0' }, ['HOST']],
    [{ TRUST_PROXY: 'loopback' }, ['TRUST_PROXY']],
    [{ SLUICE_PUBLIC_URL: 'http://127.0.0.1:8080' }, ['SLUICE_PUBLIC_URL']],
    [postgres, ['DATABASE_URL']],
  ])('is that of a trial on one’s own machine unless something speaks of others: %j', (env, variables) => {
    expect(configOf(env).noTrialFor).toEqual(variables)
  })

  it('makes a sandbox on the embedded database, and on PostgreSQL when told to', () => {
    const sandboxes = [{}, { SLUICE_SANDBOX: '0' }, postgres, { ...postgres, SLUICE_SANDBOX: '1' }]
    expect(sandboxes.map((env) => configOf(env).sandbox)).toEqual([true, false, false, true])
  })

  it('warns of misspelled variables of its own, and of nobody else’s', () => {
    expect(configOf({ SLUICE_QUEUE_LIMITS: '1', SLUICE_A: '', PATH: '/bin' }).unknownVariables).toEqual([
      'SLUICE_A',
      'SLUICE_QUEUE_LIMITS',
    ])
  })
})

describe('a wrong configuration', () => {
  it.each([
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['HOST', 'a b'],
    ['DATABASE_URL', 'mysql://db'],
    ['DATABASE_URL', 'db:5432'],
    ['DATABASE_URL', 'postgres://a:5432,b:x/sluice'],
    ['DATABASE_URL', 'postgres://a,b/sluice?target_session_attrs=standby'],
    ['SLUICE_REPLICA_MAX_LAG_S', '9'],
    ['REDIS_URL', 'http://cache'],
    ['SLUICE_MASTER_KEY', 'c2hvcnQ='],
    ['SLUICE_ADMIN_TOKEN', 'tooshort'],
    ['SLUICE_SANDBOX', 'yes'],
    ['SLUICE_SANDBOX_DELAY_MS', '1.5'],
    ['SLUICE_CALLBACK_ALLOW', '10.0.0.0/8,intranet'],
    ['SLUICE_CALLBACK_ALLOW', '10.0.0.0/33'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '11'],
    ['LOG_LEVEL', 'loud'],
    ['SLUICE_PUBLIC_URL', 'pay.example'],
    ['SLUICE_PUBLIC_URL', 'https://pay.example/?a=1'],
    ['SLUICE_PUBLIC_URL', 'ftp://pay.example'],
    ['SLUICE_QUEUE_LIMIT', '0'],
    ['SLUICE_ROLES', 'api,cook'],
  ])('is told by its variable and what to do: %s=%s', (variable, value) => {
    const env = { ...(variable === 'DATABASE_URL' ? { SLUICE_MASTER_KEY: postgres.SLUICE_MASTER_KEY } : {}) }
    const faults = faultsOf({ ...env, [variable]: value })
    expect(faults.map((fault) => fault.variable)).toEqual([variable])
    expect(faults[0]?.remedy).toMatch(/^set it to /)
  })

  it('has no replica of the embedded database, nor a primary as one', () => {
    const replica = 'postgres://sluice@standby/sluice'
    expect(faultsOf({ SLUICE_REPLICA_URL: replica })).toMatchObject([{ variable: 'SLUICE_REPLICA_URL' }])
    const primary = `${replica}?target_session_attrs=read-write`
    expect(faultsOf({ ...postgres, SLUICE_REPLICA_URL: primary })).toMatchObject([
      { variable: 'SLUICE_REPLICA_URL' },
    ])
    expect(configOf({ ...postgres, SLUICE_REPLICA_URL: replica }).replica).toEqual({
      url: replica,
      longestLagMs: 30_000,
    })
  })

  it('is told all at once', () => {
    const faults = faultsOf({ PORT: 'x', LOG_LEVEL: 'x', DATABASE_URL: 'postgres://db/x', TRUST_PROXY: 'x' })
    expect(faults.map((fault) => fault.variable).sort()).toEqual([
      'LOG_LEVEL',
      'PORT',
      'SLUICE_MASTER_KEY',
      'TRUST_PROXY',
    ])
  })

  it('never is repeated: it may be a secret', () => {
    const secret = 's3cr3t s3cr3t'
    const env = Object.fromEntries(Object.values(SETTINGS).map((one) => [one.variable, secret]))
    const reported = JSON.stringify(faultsOf(env))
    expect(reported).toContain('SLUICE_MASTER_KEY')
    expect(reported).not.toContain('s3cr3t')
  })

  it('is a role left out on the embedded database', () => {
    expect(faultsOf({ SLUICE_ROLES: 'api' })).toMatchObject([{ variable: 'SLUICE_ROLES' }])
    expect(faultsOf({ ...postgres, SLUICE_ROLES: 'api' })).toEqual([])
  })
})

describe('the settings as data', () => {
  it('have a name, a help and a default that their own reader takes', () => {
    for (const one of Object.values(SETTINGS)) {
      expect(one.variable).toMatch(/^[A-Z_]+$/)
      expect(one.help).toMatch(/^[A-Z].*\.$/)
      if (one.fallback !== undefined) expect(one.parse(one.fallback)).toBeDefined()
    }
  })
})

describe('the public URL that is not set', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:8080'],
    ['0.0.0.0', 'http://127.0.0.1:8080'],
    ['::', 'http://[::1]:8080'],
    ['pay.example', 'http://pay.example:8080'],
  ])('of HOST=%s is %s', (host, expected) => {
    expect(defaultPublicUrl(host, 8080)).toBe(expected)
  })
})
