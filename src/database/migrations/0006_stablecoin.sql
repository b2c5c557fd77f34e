-- Stablecoins: networks that operators set up, wallets (extended public keys), an address for each payin, and what was seen on the
-- chains. Kept by network, not by merchant: one watcher reads a chain for everybody. Money reaches a payment only by a report.

-- An extended public key. Addresses are handed out by `next_index`, in the transaction that writes the address: no gaps, no reuse.
create table chain_wallet (
  id          text        primary key,                    -- fingerprint of the key
  xpub        text        not null,
  is_test     boolean     not null,
  next_index  integer     not null check (next_index >= 0),
  created_at  timestamptz not null
);

create table chain_network (
  chain_id       bigint      primary key,                 -- EIP-155
  code           text        not null,                    -- operators of the catalogue are <currency>_<code>
  is_test        boolean     not null,
  enabled        boolean     not null,                    -- takes new payins; what is there is watched anyway
  wallet_id      text        not null,
  tokens         jsonb       not null,                    -- currency -> contract, decimals
  rpc_sealed     text        not null,                    -- a list of URLs, sealed with the master key
  rpc_hosts      jsonb       not null,                    -- what may be shown of them
  confirmations  integer     not null check (confirmations > 0),
  block_range    integer     not null check (block_range > 0),
  poll_ms        integer     not null check (poll_ms > 0),
  version        integer     not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  unique (code, is_test)
);

-- How far a network was read, by the one node that holds the lease.
create table chain_cursor (
  chain_id     bigint      primary key,
  lease        uuid,
  lease_until  timestamptz,
  seen_block   bigint,                                    -- read so far, subject to reorganisations
  final_block  bigint,                                    -- read again and believed
  final_hash   text,
  rescan_from  bigint,                                    -- an operator's wish: to be read again from this block
  healthy      boolean     not null,
  since        timestamptz not null,                      -- of the present state of health
  detail       text        not null,
  round_at     timestamptz                                -- the last round that came to its end
);

-- Blocks that were read and are not final: what tells a reorganisation.
create table chain_checkpoint (
  chain_id  bigint  not null,
  block     bigint  not null,
  hash      text    not null,
  primary key (chain_id, block)
);

create table chain_address (
  wallet_id    text        not null,
  number       integer     not null,                      -- the last step of its path
  address      text        not null unique,               -- as EIP-55 writes it
  chain_id     bigint      not null,                      -- where its payer was told to pay
  merchant_id  text        not null,
  kind         text        not null check (kind = 'payin'),
  id           text        not null,
  payment_key  uuid        not null,
  currency     text        not null,
  amount       bigint      not null check (amount > 0),
  expire_at    timestamptz not null,
  watch_until  timestamptz not null,
  paid_by      text,                                      -- the receipt that was the whole amount
  created_at   timestamptz not null,
  primary key (wallet_id, number),
  unique (merchant_id, payment_key)
);
create index chain_address_watched on chain_address (watch_until);

-- What came to our addresses. `ordinal` counts the transfers of one token to one address within a transaction: unlike its place in
-- the block it stays the same when a reorganisation puts the transaction into another block. GONE: it was counted, and then taken back.
create table chain_transfer (
  chain_id    bigint      not null,
  tx_hash     text        not null,
  address     text        not null,
  currency    text        not null,
  ordinal     integer     not null,
  contract    text        not null,                       -- of the token
  block       bigint      not null,
  block_hash  text        not null,
  log_index   integer     not null,
  sender      text        not null,
  units       text        not null,                       -- of the token, up to 78 digits
  state       text        not null check (state in ('SEEN', 'FINAL', 'GONE')),
  receipt     text,                                       -- what it was counted for
  seen_at     timestamptz not null,
  primary key (chain_id, tx_hash, address, currency, ordinal)
);
create index chain_transfer_waiting on chain_transfer (chain_id, block) where receipt is null;

-- Final transfers, put together and decided about: what is told to the payment, or goes to suspense.
create table chain_receipt (
  id           text        primary key,
  chain_id     bigint      not null,
  turn         bigint      not null,                      -- told in this order
  address      text        not null,
  merchant_id  text        not null,
  payin        text        not null,
  why          text        not null,
  currency     text        not null,
  amount       bigint      not null,                      -- of the ledger
  remaining_units   text        not null,                      -- of the token, finer than the ledger
  sender       text        not null,
  decided_at   timestamptz not null,
  reported_at      timestamptz,
  answer       text
);
create index chain_receipt_untold on chain_receipt (chain_id, turn) where reported_at is null;
