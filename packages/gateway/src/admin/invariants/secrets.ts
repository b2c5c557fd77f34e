/** Invariants of sealed secrets: nothing is sealed with a key that may be gone. */
import type { Invariant } from './invariant.ts'

/** The owner and the value of every column with sealed values. */
const SEALED = `select 'signing key ' || kid as whose, private_encrypted as value from signing_key
  union all
  select 'callback secret of ' || merchant_id, value from merchant_credential where purpose = 'CALLBACK_SECRET'
  union all
  select 'secret of connector ' || name, s.secret ->> 'sealed'
    from connector cross join lateral jsonb_array_elements(secrets) as s(secret)
  union all
  select 'URLs of network ' || chain_id, rpc_sealed from chain_network
  union all
  select 'token of payment link ' || merchant_id || '/' || id, token_sealed from payment_link
  union all
  select 'operation of approval ' || id, sealed from approval where sealed is not null`

export const SECRET_INVARIANTS: readonly Invariant[] = [
  {
    name: 'secrets-name-their-key',
    meaning: 'every sealed secret names an active master key, and one key seals new secrets',
    violations: `select v.whose || ': sealed with ' || split_part(v.value, '.', 2) || ', which is let go of' as violation
      from (${SEALED}) v
      where v.value like 'v2.%' and not exists (select 1 from master_key k
        where k.fingerprint = split_part(v.value, '.', 2) and (k.seals or k.emptied_at is null))
      union all
      select count(*) || ' master keys seal' from master_key where seals having count(*) > 1`,
  },
]
