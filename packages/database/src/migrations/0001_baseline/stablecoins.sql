-- Stablecoins. Stored by network and not by merchant, because one watcher reads a chain for all merchants.

create table chain_wallet (
  id          text         primary key,
  xpub        text         not null,
  is_test     boolean      not null,
  next_index  integer      not null check (next_index >= 0),
  created_at  timestamptz  not null
);
comment on table chain_wallet is 'Extended public keys from which addresses are derived. Numbers are assigned in the transaction that writes the address: no gaps, no reuse. Belongs to the installation.';
comment on column chain_wallet.id is 'fingerprint of the key';

create table chain_network (
  chain_id       bigint       primary key,
  code           text         not null,
  is_test        boolean      not null,
  enabled        boolean      not null,
  wallet_id      text         not null,
  tokens         jsonb        not null,
  rpc_sealed     text         not null,
  rpc_hosts      jsonb        not null,
  confirmations  integer      not null check (confirmations > 0),
  block_range    integer      not null check (block_range > 0),
  poll_ms        integer      not null check (poll_ms > 0),
  version        integer      not null,
  created_at     timestamptz  not null,
  updated_at     timestamptz  not null,
  unique (code, is_test)
);
comment on table chain_network is 'EVM networks added by operators. Belongs to the installation.';
comment on column chain_network.chain_id is 'EIP-155';
comment on column chain_network.code is 'operators of the catalogue are <currency>_<code>';
comment on column chain_network.enabled is 'whether it accepts new payins; existing addresses are watched in any case';
comment on column chain_network.tokens is 'currency → contract, decimals';
comment on column chain_network.rpc_sealed is 'a list of URLs, sealed with the master key';
comment on column chain_network.rpc_hosts is 'the hosts of these URLs, which are not secret';

create table chain_cursor (
  chain_id     bigint       primary key,
  lease        uuid,
  lease_until  timestamptz,
  seen_block   bigint,
  final_block  bigint,
  final_hash   text,
  rescan_from  bigint,
  healthy      boolean      not null,
  since        timestamptz  not null,
  detail       text         not null,
  round_at     timestamptz
);
comment on table chain_cursor is 'Progress of reading a network, by the node that holds the lease. Belongs to the installation.';
comment on column chain_cursor.seen_block is 'last block read; may still be reorganized';
comment on column chain_cursor.final_block is 'last final block';
comment on column chain_cursor.rescan_from is 'the block from which an operator requested a rescan';
comment on column chain_cursor.since is 'start of the current state of health';
comment on column chain_cursor.round_at is 'the last completed round';

create table chain_checkpoint (
  chain_id  bigint  not null,
  block     bigint  not null,
  hash      text    not null,
  primary key (chain_id, block)
);
comment on table chain_checkpoint is 'Blocks that were read and are not final, to detect chain reorganizations. Belongs to the installation.';

create table chain_address (
  wallet_id    text         not null,
  number       integer      not null,
  address      text         not null unique,
  chain_id     bigint       not null,
  merchant_id  text         not null,
  kind         text         not null check (kind = 'payin'),
  id           text         not null,
  payment_key  uuid         not null,
  currency     text         not null,
  amount       bigint       not null check (amount > 0),
  expire_at    timestamptz  not null,
  watch_until  timestamptz  not null,
  paid_by      text,
  created_at   timestamptz  not null,
  payer        text,
  primary key (wallet_id, number),
  unique (merchant_id, payment_key)
);
create index chain_address_watched on chain_address (watch_until);
-- The open payins of a merchant, or of a payer.
create index chain_address_open on chain_address (merchant_id, watch_until) where paid_by is null;
create index chain_address_open_of_payer on chain_address (payer, watch_until) where paid_by is null and payer is not null;
comment on table chain_address is 'An address for each stablecoin payin. Kept by network, because one watcher reads a chain for all merchants. Belongs to the installation.';
comment on column chain_address.number is 'the last part of its derivation path';
comment on column chain_address.address is 'with EIP-55 checksum';
comment on column chain_address.chain_id is 'the network that its payer was asked to use';
comment on column chain_address.paid_by is 'the receipt that paid the whole amount';
comment on column chain_address.payer is 'as `payment.payer`';

create table chain_transfer (
  chain_id    bigint       not null,
  tx_hash     text         not null,
  address     text         not null,
  currency    text         not null,
  ordinal     integer      not null,
  contract    text         not null,
  block       bigint       not null,
  block_hash  text         not null,
  log_index   integer      not null,
  sender      text         not null,
  units       text         not null,
  state       text         not null check (state in ('SEEN', 'FINAL', 'GONE')),
  receipt     text,
  seen_at     timestamptz  not null,
  primary key (chain_id, tx_hash, address, currency, ordinal)
);
create index chain_transfer_waiting on chain_transfer (chain_id, block) where receipt is null;
comment on table chain_transfer is 'Transfers to our addresses on the chains. Belongs to the installation.';
comment on column chain_transfer.ordinal is 'number of the transfer of one token to one address within a transaction; it stays the same when a reorganization moves the transaction';
comment on column chain_transfer.contract is 'of the token';
comment on column chain_transfer.units is 'of the token, up to 78 digits';
comment on column chain_transfer.state is 'GONE: it was counted and then removed by a reorganization';
comment on column chain_transfer.receipt is 'the receipt that contains it';

create table chain_receipt (
  id           text         primary key,
  chain_id     bigint       not null,
  turn         bigint       not null,
  address      text         not null,
  merchant_id  text         not null,
  payin        text         not null,
  why          text         not null,
  currency     text         not null,
  amount       bigint       not null,
  remaining_units   text         not null,
  sender       text         not null,
  decided_at   timestamptz  not null,
  reported_at      timestamptz,
  answer       text
);
create index chain_receipt_untold on chain_receipt (chain_id, turn) where reported_at is null;
comment on table chain_receipt is 'Final transfers, combined and decided: reported to the payment or posted to suspense. Belongs to the installation.';
comment on column chain_receipt.turn is 'order of reporting';
comment on column chain_receipt.amount is 'in units of the ledger';
comment on column chain_receipt.remaining_units is 'rest in units of the token, below the precision of the ledger';
