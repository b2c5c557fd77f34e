/** Which master key seals what, and which nodes have it: for the endpoint and the doctor. */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { MasterKeys } from '../../identity/access/master-keys.ts'
import type { KeyPurpose, SigningKeys } from '../../identity/access/signing-keys.ts'

export interface GatewayKeys {
  readonly signing: Readonly<Record<KeyPurpose, SigningKeys>>
  readonly master: MasterKeys
}

export async function masterKeyState(known: { knows(fingerprint: string): boolean }, master: MasterKeys) {
  const counts = await master.counts()
  const stored = await master.read()
  const names = new Set([
    ...stored.map(({ fingerprint }) => fingerprint),
    ...counts.map((one) => one.fingerprint),
  ])
  const keys = Array.from(names, (fingerprint) => {
    const of = counts.filter((one) => one.fingerprint === fingerprint)
    const sealed = of.reduce((sum, one) => sum + one.sealed, 0)
    const key = stored.find((one) => one.fingerprint === fingerprint)
    return {
      fingerprint,
      state: key?.seals
        ? 'SEALS'
        : key?.retiredAt
          ? 'RETIRED'
          : key?.emptiedAt && sealed === 0
            ? 'EMPTY'
            : 'OPENS',
      known: fingerprint === '' || known.knows(fingerprint),
      sealed,
      of: Object.fromEntries(of.map(({ what, sealed: number }) => [what, number])),
      ...(key && { begunAt: isoTime(key.begunAt) }),
      ...(key?.finishedAt !== undefined && { finishedAt: isoTime(key.finishedAt) }),
      ...(key?.emptiedAt !== undefined && { emptiedAt: isoTime(key.emptiedAt) }),
      ...(key?.retiredAt !== undefined && { retiredAt: isoTime(key.retiredAt) }),
    }
  })
  const sealing = stored.find(({ seals }) => seals)
  return {
    sealing: sealing?.fingerprint ?? '',
    finished: sealing?.finishedAt !== undefined,
    keys,
    nodes: (await master.nodes()).map(({ id, knows, seals }) => ({
      id,
      knows,
      ...(seals !== undefined && { seals }),
    })),
  }
}
