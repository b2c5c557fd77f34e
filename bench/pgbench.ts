/**
 * The same PostgreSQL without any JavaScript: `pgbench`, written in C, with a payment and its event in each
 * transaction, prepared, at 64 connections.
 */
import { execFile } from 'node:child_process'
import { readCpu } from './cpu.ts'
import type { Measured } from './load.ts'
import { type Run, watched } from './run.ts'

const SCRIPT = `\\set m random(1, 1000)
BEGIN;
INSERT INTO payment (merchant_id, kind, id, key, status, seq, announced, change_id, is_test, currency, amount, fee, vat, method,
  processor, request, request_hash, external_changes, callback_url, api_version, created_at)
  VALUES ('BENCH-' || :m, 'payin', gen_random_uuid()::text, gen_random_uuid(), 'PENDING', 1, 0, gen_random_uuid(), true, 'THB', 10000, 150, 0,
  'PROMPTPAY', 'sandbox', '{}', 'hash', 0, 'http://127.0.0.1:9/callbacks', 2, now());
INSERT INTO event (merchant_id, key, seq, change_id, kind, to_status, actor, at)
  VALUES ('BENCH-' || :m, gen_random_uuid(), 1, gen_random_uuid(), 'payin', 'PENDING', 'merchant', now());
COMMIT;
`
export const PGBENCH_CONNECTIONS = 64

/** @param program its path; percentiles are unknown, and the latency is the mean */
export async function measurePgbench(run: Run, program: string, url: string): Promise<Measured> {
  const seconds = String(run.options.seconds)
  const args = ['-n', '-c', String(PGBENCH_CONNECTIONS), '-j', '2', '-M', 'prepared', '-T', seconds]
  const before = readCpu(watched(run))
  const said = await new Promise<string>((resolve, reject) => {
    const child = execFile(program, [...args, '-f', '-', url], (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    )
    child.stdin?.end(SCRIPT)
  })
  const after = readCpu(watched(run))
  const done = Number(/transactions actually processed: (\d+)/.exec(said)?.[1])
  return {
    perSecond: Number(/tps = ([\d.]+)/.exec(said)?.[1]),
    p50Ms: Number(/latency average = ([\d.]+)/.exec(said)?.[1]),
    p95Ms: Number.NaN,
    p99Ms: Number.NaN,
    failures: 0,
    cpu: {
      serverUs: Number.NaN,
      postgresUs: ((after.postgres - before.postgres) / done) * 1_000,
      loadUs: Number.NaN,
    },
  }
}
