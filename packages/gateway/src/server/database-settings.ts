/** The settings of where data is shared: PostgreSQL, its replica and Redis. */
import { databaseUrl, urlOf, wholeNumber } from './config-values.ts'
import { setting } from './setting.ts'

export const DATABASE_SETTINGS = {
  databaseUrl: setting({
    variable: 'DATABASE_URL',
    expects: 'a URL that starts with postgres:// or postgresql://, with one or more hosts',
    fallback: undefined,
    help: 'The PostgreSQL to use. With several hosts, as in postgres://user@a:5432,b:5432/sluice, the one that accepts writes. Default: the embedded database in DATA_DIR, for one process.',
    parse: databaseUrl('primary'),
  }),
  replicaUrl: setting({
    variable: 'SLUICE_REPLICA_URL',
    expects: 'a URL that starts with postgres:// or postgresql://, of one or more standbys',
    fallback: undefined,
    help: 'A standby of DATABASE_URL, from which reports and exports are read. Default: they are read from the primary.',
    parse: databaseUrl('replica'),
  }),
  replicaLagS: setting({
    variable: 'SLUICE_REPLICA_MAX_LAG_S',
    expects: 'a whole number from 10 to 3600',
    fallback: '30',
    help: 'Seconds that the replica may be behind. If it is more, reports and exports are read from the primary.',
    parse: wholeNumber(10, 3_600),
  }),
  redisUrl: setting({
    variable: 'REDIS_URL',
    expects: 'a URL that starts with redis:// or rediss://',
    fallback: undefined,
    help: 'Shares rate limits among several nodes. Default: each node enforces its share of a limit.',
    parse: urlOf('redis:', 'rediss:'),
  }),
} as const
