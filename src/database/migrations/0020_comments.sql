-- What every table is for and whose it is, and what columns hold that their names do not say: for whoever opens the database, and for
-- docs/database.md, which is made from them. A migration that adds a table or such a column says it with `comment on` itself.

comment on table payment is 'Payins and payouts: one row each, changed in its place. No index knows the status, so a change of it stays on the row''s own page; open payins are found by their row in `step`. Belongs to a merchant.';
comment on column payment.key is 'ours, unique in the installation; by time of arrival';
comment on column payment.seq is 'of the last event';
comment on column payment.announced is 'callbacks made so far';
comment on column payment.change_id is 'of the last change';
comment on column payment.money_required is 'what the payer was told to pay, where that is not `amount`';
comment on column payment.processor_ref is 'the processor''s name for it; on an own account <account>/<reference>';
comment on column payment.request is 'the body of the create, as it was accepted';
comment on column payment.request_hash is 'tells a repetition from another request with the same ID';
comment on column payment.response is 'the method''s instructions, once the processor has given them';
comment on column payment.payer_account is 'what the payment showed of the customer''s account';
comment on column payment.external_reference is 'the transfer''s number (UTR), as the payer told it';
comment on column payment.external_changes is 'how often the payer has told one';
comment on column payment.confirmation is 'the processor''s name for the money that made it a SUCCESS';
comment on column payment.fee is 'fixed at the create, charged at SUCCESS';
comment on column payment.vat is 'fixed at the create, charged at SUCCESS';
comment on column payment.payer is 'a keyed hash of the payer''s network address, never the address; null where the merchant''s server made it';

comment on table event is 'What happened to a payment, and to a merchant''s funds: history and audit in one. Never changed. Belongs to a merchant.';
comment on column event.key is 'of the payment, or of the funding';
comment on column event.change_id is 'what a commit of unknown fate is recognised by';
comment on column event.announced is 'the number of the callback that tells of it';
comment on column event.actor is 'who did it: merchant, payer, gateway, processor:<name> or operator:<name>';

comment on table posting is 'The lines of the ledger. Those of one event sum to zero in each currency. Never changed. Belongs to a merchant.';
comment on column posting.account is 'available, reserved, clearing:<processor>, fees, vat, differences, suspense, transit or funding';
comment on column posting.amount is 'in minor units; negative where money leaves the account';

comment on table balance is 'What a merchant has: the sums of its postings to `available` and `reserved`, kept because payouts must not exceed them. Belongs to a merchant.';

comment on table claim is 'Every uniqueness besides the payment''s own: references, unique amounts, top-ups, confirmations. Belongs to a merchant.';
comment on column claim.owner is 'within which the value is unique: a merchant, or account:<id> of a receiving account';
comment on column claim.scope is 'what kind of value: reference, money-required, external-reference, confirmation, funding …';
comment on column claim.key is 'of the payment or case that holds it';
comment on column claim.source is 'who told an external reference, as `payment.payer`';

comment on table case_file is 'Money or reports that no rule settles: an operator''s work. Cases of nobody stand under `~gateway`. Belongs to a merchant.';
comment on column case_file.payment_key is 'the payment it is about, if any';
comment on column case_file.processor is 'whose clearing account the money came in on; null: that of the payment';

comment on table case_decision is 'What operators have decided about a case, in parts that add up to its money; the last one closes it. Belongs to a merchant.';

comment on table callback is 'Callbacks that are still to be delivered, and nothing else. Belongs to a merchant.';
comment on column callback.key is 'of the payment';
comment on column callback.seq is 'counts this payment''s callbacks from 1 without gaps';
comment on column callback.at is 'of the change it tells of';
comment on column callback.attempt is 'attempts made so far';
comment on column callback.lease is 'of the node that sends it now';

comment on table attempt is 'Attempts to deliver callbacks, for good. Belongs to a merchant.';
comment on column attempt.seq is 'of the callback';
comment on column attempt.answer is 'the beginning of the receiver''s answer';

comment on table step is 'Work that payments wait for: an expiry, a question to a processor. Holds only what is still to be done. Belongs to a merchant.';
comment on column step.purpose is 'one of each for a payment';
comment on column step.lease is 'of the node that does it now';
comment on column step.processor is 'whose work it is; null: counts for nobody';

comment on table status_update is 'What a processor said of a payment that is not committed yet: kept, and applied after it. Belongs to a merchant.';
comment on column status_update.id is 'the merchant''s ID of the payment';
comment on column status_update.status_update_id is 'the processor''s name for it, with its meaning';

comment on table merchant is 'Merchants, with their products and limits. Belongs to a merchant.';
comment on column merchant.callback_url is 'where a payment names none';
comment on column merchant.return_schemes is 'of the links that payers may be sent back by';
comment on column merchant.products is 'what it may use, and through which processors';
comment on column merchant.checkout is 'how its checkout page looks and who may frame it; null: as it comes';
comment on column merchant.version is 'counts its changes';

comment on table merchant_credential is 'What a merchant signs and authenticates with. Removed ones stay, without effect. Belongs to a merchant.';
comment on column merchant_credential.value is 'a public key (PEM), the SHA-256 of a random secret, or a callback secret sealed with the master key';

comment on table operator is 'Who may use the back office. Belongs to the installation.';
comment on column operator.token_hash is 'SHA-256 of the token, which is kept nowhere';

comment on table audit is 'What operators did, written in the transaction that does it. Never changed. Belongs to the installation.';
comment on column audit.operator is 'by name';
comment on column audit.subject is 'what it was done to';

comment on table signing_key is 'The gateway''s own keys, for tokens and callbacks. Belongs to the installation.';
comment on column signing_key.private_encrypted is 'sealed with the master key';
comment on column signing_key.retired_at is 'from then on it signs nothing new';
comment on column signing_key.ended_at is 'from then on it neither signs nor verifies: somebody else may have it';

comment on table setting is 'Single values that a process leaves to those after it: when the last backup was made. Belongs to the installation.';

comment on table fx_rate_pair is 'Exchange rates, each for a time. Belongs to the installation.';
comment on column fx_rate_pair.rate is 'a decimal number, as text';

comment on table node is 'Who serves right now: each node announces itself every few seconds. From their number follows each one''s share of a rate limit where nothing is shared. Belongs to the installation.';
comment on column node.answers is 'false: it only works, and is not counted where requests are shared out';
comment on column node.knows is 'fingerprints of the master keys it has';
comment on column node.seals is 'that of the key it seals with';

comment on table receiving_account is 'Where an operator''s money really arrives. Belongs to the installation.';
comment on column receiving_account.kind is 'a bank account, a wallet …';
comment on column receiving_account.methods is 'which methods of the catalogue it serves, and how payins are recognised on it';
comment on column receiving_account.min_amount is 'of a payin';
comment on column receiving_account.max_amount is 'of a payin';
comment on column receiving_account.day_count is 'payins a day';
comment on column receiving_account.day_amount is 'in minor units a day';
comment on column receiving_account.merchant_share is 'how much of its unique amounts and of its days one merchant may have; null: half, or all where there is one merchant only';
comment on column receiving_account.balances is 'whether the balances in its statements are true (CHECKED) or made up by its bank (NOT_PROVIDED_BY_BANK)';

comment on table bank_entry is 'What banks say moved on receiving accounts, once per account and reference. Its outcome is written once. Belongs to the installation.';
comment on column bank_entry.reference is 'the bank''s, or derived from the content';
comment on column bank_entry.key is 'ours, by time of arrival';
comment on column bank_entry.utrs is 'the numbers in it that a customer may claim';
comment on column bank_entry.booked_precision is 'whether the bank told a time, or only a day';
comment on column bank_entry.raw is 'the entry as the bank wrote it';
comment on column bank_entry.detail is 'why this outcome, and for which payment';

comment on table bank_entry_work is 'What is still to be done for an entry; gone when it has its outcome. Narrow, because it is written three times. Belongs to the installation.';
comment on column bank_entry_work.key is 'of the entry';
comment on column bank_entry_work.state is 'NEW: to be matched; WAITING: nobody claims it yet';
comment on column bank_entry_work.decision is 'fixed before it is applied, so that a crash cannot change it';

comment on table bank_csv_mapping is 'How the bank of an account writes its CSV. Belongs to the installation.';

comment on table chain_wallet is 'Extended public keys that addresses are derived from. Numbers are given out in the transaction that writes the address: no gaps, no reuse. Belongs to the installation.';
comment on column chain_wallet.id is 'fingerprint of the key';

comment on table chain_network is 'EVM networks that operators have set up. Belongs to the installation.';
comment on column chain_network.chain_id is 'EIP-155';
comment on column chain_network.code is 'operators of the catalogue are <currency>_<code>';
comment on column chain_network.enabled is 'takes new payins; what is there is watched anyway';
comment on column chain_network.tokens is 'currency → contract, decimals';
comment on column chain_network.rpc_sealed is 'a list of URLs, sealed with the master key';
comment on column chain_network.rpc_hosts is 'what may be shown of them';

comment on table chain_cursor is 'How far a network was read, by the one node that holds the lease. Belongs to the installation.';
comment on column chain_cursor.seen_block is 'read so far, subject to reorganisations';
comment on column chain_cursor.final_block is 'read again and believed';
comment on column chain_cursor.rescan_from is 'an operator''s wish: to be read again from this block';
comment on column chain_cursor.since is 'of the present state of health';
comment on column chain_cursor.round_at is 'the last round that came to its end';

comment on table chain_checkpoint is 'Blocks that were read and are not final: what tells a reorganisation. Belongs to the installation.';

comment on table chain_address is 'An address for each stablecoin payin. Kept by network, because one watcher reads a chain for all merchants. Belongs to the installation.';
comment on column chain_address.number is 'the last step of its path';
comment on column chain_address.address is 'as EIP-55 writes it';
comment on column chain_address.chain_id is 'where its payer was told to pay';
comment on column chain_address.paid_by is 'the receipt that was the whole amount';
comment on column chain_address.payer is 'as `payment.payer`';

comment on table chain_transfer is 'What came to our addresses on the chains. Belongs to the installation.';
comment on column chain_transfer.ordinal is 'counts the transfers of one token to one address within a transaction: it stays the same when a reorganisation moves the transaction';
comment on column chain_transfer.contract is 'of the token';
comment on column chain_transfer.units is 'of the token, up to 78 digits';
comment on column chain_transfer.state is 'GONE: it was counted, and then taken back';
comment on column chain_transfer.receipt is 'what it was counted for';

comment on table chain_receipt is 'Final transfers, put together and decided about: what is told to the payment, or goes to suspense. Belongs to the installation.';
comment on column chain_receipt.turn is 'told in this order';
comment on column chain_receipt.amount is 'of the ledger';
comment on column chain_receipt.remaining_units is 'of the token, finer than the ledger';

comment on table debtor_account is 'The operator''s own bank accounts that payouts are paid from. Belongs to the installation.';
comment on column debtor_account.terms is 'formats, characters, calendar, limits: what the bank takes';

comment on table bank_file is 'Payouts gathered into files for the operator''s bank: prepared by one person, released by another. Belongs to the installation.';
comment on column bank_file.message_id is 'ours, in the file and in the bank''s answers';
comment on column bank_file.content is 'base64: Zengin files are not UTF-8; made once, and never changed';

comment on table bank_file_payout is 'Every payout that the bank-file processor has taken on. The file that it is in is the one whose line is in force. Belongs to a merchant.';
comment on column bank_file_payout.reference is 'EndToEndId';
comment on column bank_file_payout.bank_status is 'the bank''s last word';
comment on column bank_file_payout.bank_reason is 'and its reason';
comment on column bank_file_payout.debited_by is 'the statement''s entry by which it was paid';
comment on column bank_file_payout.in_doubt_since is 'a backup was restored from before the bank was asked for it: into no file until an operator has looked';

comment on table bank_file_line is 'The lines of bank files. A payout has one line in force at most, so it can never be in two files. Belongs to the installation.';
comment on column bank_file_line.payee_name is 'as it stands in the file';
comment on column bank_file_line.in_force is 'false: the file was cancelled';

comment on table connector is 'Providers outside of the gateway that it speaks to over HTTP. Belongs to the installation.';
comment on column connector.name is 'the processor''s: http-…, or test-… for tests';
comment on column connector.services is 'what an operator says it serves; null: what it says itself';
comment on column connector.secrets is '[{ id, sealed, createdAt }], sealed with the master key';

comment on table callback_listener is 'Developers who listen to the callbacks of a test merchant. Empty while nobody listens. Belongs to a merchant.';
comment on column callback_listener.until is 'renewed while the connection is there';

comment on table heard_callback is 'Callbacks that listeners have yet to hear, kept for ten minutes. Empty while nobody listens. Belongs to a merchant.';
comment on column heard_callback.id is 'version 7: later ones are greater, but for the nodes'' clocks';
comment on column heard_callback.status is 'what the payment had become';
comment on column heard_callback.headers is 'JSON; as they were sent';

comment on table proxy_sign is 'The first sign that something stands in front of this gateway, which ends a trial for ever. One row at most. Belongs to the installation.';
comment on column proxy_sign.sign is 'the name of a header';

comment on table transfer is 'From which embedded database this one was moved here. One row at most; until the move has come to its end no gateway starts on it. Belongs to the installation.';

comment on table master_key is 'Which keys secrets are sealed with. The keys themselves are in no table; a fingerprint says which is meant. Belongs to the installation.';
comment on column master_key.seals is 'what is new is sealed with it: one of them at a time';
comment on column master_key.begun_at is 'when it began to seal, the last time';
comment on column master_key.finished_at is 'everything was sealed with it by then';
comment on column master_key.emptied_at is 'nothing is sealed with it any more';
comment on column master_key.retired_at is 'and it never seals again';

comment on table schema_migration is 'Which migrations were applied. Belongs to the installation.';
