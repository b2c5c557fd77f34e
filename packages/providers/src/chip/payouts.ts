/**
 * Payouts by CHIP Send: the payee's account is registered with CHIP, which verifies it with the bank; then money is sent to it.
 *
 * CHIP does not promise to accept a reference only once (docs.chip-in.asia/chip-send, create a send instruction). So nothing is sent
 * again until the list of sent instructions, which may be an hour old (list all send instructions), must have the first try and does not.
 * Nothing is sent to an account that CHIP has not verified; until then a first try is declined.
 */
import { createHash } from 'node:crypto'
import { paddedAmountText } from '@sluice/core/foundation/money.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { isAmountOf } from '@sluice/provider-kit/amounts.ts'
import { declined, done, noAnswer, onlyRequested, readDone, unclear } from '@sluice/provider-kit/answers.ts'
import { accepted, movedBy } from '@sluice/provider-kit/findings.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder, Unclear } from '@sluice/provider-kit/provider.ts'
import { checked, lacks } from '@sluice/provider-kit/requests.ts'
import { BaseProduct } from '@sluice/provider-kit/routed-account.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { sinceLastTryMs } from '@sluice/provider-kit/tries.ts'
import { SEND } from './answers.ts'
import { bankCodeOf } from './banks.ts'
import type { CollectSettings } from './payins.ts'
import {
  BANK_ACCOUNT_STATUS,
  BankAccount,
  BankAccounts,
  INSTRUCTION_STATE,
  Instruction,
  Instructions,
} from './read.ts'

/** Until the payee's bank has verified the account. */
const PAUSES_MS = [500, 1_000, 1_500] as const
/** A create waits at most 10 s: what is not sent by then is not sent by this attempt. */
const BEGUN_WITHIN_MS = 7_000
const MOST_NAME = 128
/** The list is renewed every hour; half an hour more to be safe. */
const LIST_IS_FRESH_MS = 5_400_000

interface Payee {
  readonly type: 'payee'
  readonly bankCode: string
  readonly number: string
  readonly name: string
  readonly email: string
}

interface Known {
  readonly type: 'known'
  readonly account: BankAccount
}

interface Verified {
  readonly type: 'verified'
  readonly id: number
}

interface Found {
  readonly type: 'found'
  readonly instruction: Instruction
}

export class ChipPayouts extends BaseProduct<Pick<CollectSettings, 'email'>> {
  check = (payment: Payment) => checked(this.payeeOf(payment))

  payeeOf({ method, operator, request }: Payment): Payee | Declined {
    if (method !== 'BANK_TRANSFER') return declined('METHOD', 'it pays out to bank accounts only')
    const bankCode = bankCodeOf(operator)
    if (bankCode === undefined)
      return declined('OPERATOR', 'it does not pay out to this bank, or needs a bank to be chosen')
    const { accountName, accountNumber, emailAddress } = request
    if (accountName === undefined) return lacks('account/accountName', "the account holder's name")
    const number = accountNumber?.replaceAll(/[\s-]/g, '')
    if (!number) return lacks('account/accountNumber', "the account's number")
    const name = accountName.trim().replaceAll(/\s+/g, ' ').slice(0, MOST_NAME)
    return { type: 'payee', bankCode, number, name, email: emailAddress ?? this.settings.email }
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const payee = this.payeeOf(order.payment)
    if (payee.type === 'declined') return payee
    const untilAt = this.standing.clock.now() + BEGUN_WITHIN_MS
    const before = order.isFirst ? 'nothing' : await this.#sent(order)
    if (before !== 'nothing')
      return before.type === 'found' ? taken(before.instruction) : onlyRequested(before)
    if (!order.isFirst && sinceLastTryMs(order, this.standing.clock.now()) < LIST_IS_FRESH_MS)
      return onlyRequested(unclear('the list of sent instructions may not have it yet'))
    const account = await this.#accountOf(order, payee)
    if (account.type !== 'verified') return account
    if (this.standing.clock.now() > untilAt)
      return declined('UNHEALTHY', 'CHIP took too long over the payee’s account; nothing was sent')
    const body = {
      bank_account_id: account.id,
      amount: wireAmount(order.payment),
      email: payee.email,
      description: 'Payout',
      reference: order.reference,
    }
    const answer = await this.calls.send(order, 'send', '/send_instructions', body)
    if (!done(answer)) {
      const refused = SEND.declineOf(answer)
      // A repetition may be refused because the first try exists.
      if (order.isFirst || answer.type === 'none') return refused
      const there = await this.#sent(order)
      return there !== 'nothing' && there.type === 'found' ? taken(there.instruction) : refused
    }
    const instruction = readDone(Instruction, answer)
    return instruction?.bank_account_id === account.id && isOf(order, instruction)
      ? taken(instruction)
      : unclear('a payout that is not the one requested')
  }

  /** A payee always has the same reference, so each is registered, verified and charged for once. */
  async #accountOf(order: ProviderOrder, payee: Payee): Promise<Verified | Declined | Unclear> {
    const reference = referenceOfPayee(payee)
    const query = new URLSearchParams({ reference }).toString()
    const requested = await this.calls.read(order, 'read-payee', `/bank_accounts?${query}`)
    const listed = readDone(BankAccounts, requested)
    // Nothing was sent yet.
    if (!listed) return requested.type === 'none' ? noAnswer(requested) : SEND.unanswered(requested)
    const known = listed.results.find((each) => each.reference === reference && !each.deleted_at)
    if (known) return this.#verified(order, payee, known)
    const made = await this.#makeKnown(order, payee, reference)
    return made.type === 'known' ? this.#verified(order, payee, made.account) : made
  }

  async #makeKnown(
    order: ProviderOrder,
    { bankCode, number, name }: Payee,
    reference: string,
  ): Promise<Known | Declined | Unclear> {
    const body = { account_number: number, bank_code: bankCode, name, reference }
    const answer = await this.calls.send(order, 'payee', '/bank_accounts', body)
    if (done(answer)) {
      const account = readDone(BankAccount, answer)
      return account ? { type: 'known', account } : unclear('an answer about the payee that cannot be read')
    }
    // No money was requested yet, and none is sent to an account that CHIP refuses.
    const isRefused = answer.type === 'answer' && (answer.status === 400 || answer.status === 422)
    return isRefused
      ? declined('METHOD', 'CHIP refuses the payee’s account: its number does not fit the bank')
      : SEND.declineOf(answer)
  }

  /** Waits until the bank has verified the account. */
  async #verified(
    order: ProviderOrder,
    { bankCode, number }: Payee,
    first: BankAccount,
  ): Promise<Verified | Declined | Unclear> {
    let account = first
    for (const pauseMs of [0, ...PAUSES_MS]) {
      if (pauseMs > 0) {
        await this.calls.pause(pauseMs)
        const path = `/bank_accounts/${account.id}`
        const again = readDone(BankAccount, await this.calls.read(order, 'read-payee', path))
        account = again?.id === first.id ? again : account
      }
      if (account.account_number !== number || account.bank_code !== bankCode || account.deleted_at)
        return unclear('an account that is not the payee’s')
      switch (listed(BANK_ACCOUNT_STATUS, account.status)) {
        case undefined:
          return { ...unclear('an account of an unknown status'), unlisted: account.status }
        case 'verified':
          return { type: 'verified', id: account.id }
        case 'rejected':
          return declined('METHOD', 'the payee’s bank does not have the account')
        case 'waits':
      }
    }
    return declined('UNHEALTHY', 'CHIP has not verified the payee’s account yet; nothing was sent')
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const { processorRef } = order.payment
    const found = processorRef === undefined ? await this.#sent(order) : await this.#read(order, processorRef)
    // The list may be an hour old, so this proves nothing.
    if (found === 'nothing') return unclear('the list of sent instructions does not have it yet')
    return found.type === 'found' ? becameOf(found.instruction) : found
  }

  async #read(order: ProviderOrder, id: string): Promise<Found | Unclear> {
    const path = `/send_instructions/${encodeURIComponent(id)}`
    const answer = await this.calls.read(order, 'read-sent', path)
    if (!done(answer)) return SEND.unanswered(answer)
    const instruction = readDone(Instruction, answer)
    return instruction && String(instruction.id) === id && isOf(order, instruction)
      ? { type: 'found', instruction }
      : unclear('a payout that is not the one inquired about')
  }

  /** By our reference. If there are several, it is not known which is ours. */
  async #sent(order: ProviderOrder): Promise<Found | Unclear | 'nothing'> {
    const query = new URLSearchParams({ reference: order.reference }).toString()
    const answer = await this.calls.read(order, 'list-sent', `/send_instructions?${query}`)
    const listed = readDone(Instructions, answer)
    if (!listed) return SEND.unanswered(answer)
    const [instruction, ...further] = listed.results.filter((each) => each.reference === order.reference)
    if (!instruction)
      return (listed.meta?.pagination?.total_pages ?? 1) > 1
        ? unclear('the list of sent instructions has more pages, which may have it')
        : 'nothing'
    return further.length === 0 && isOf(order, instruction)
      ? { type: 'found', instruction }
      : unclear('several payouts with one reference, or one with a different amount')
  }
}

/** In ringgit, with both decimals: read as sen it would be refused. */
const wireAmount = ({ money }: Payment): string => paddedAmountText(money.amountMinor, 2)

const referenceOfPayee = ({ bankCode, number, name }: Payee): string =>
  createHash('sha256')
    .update(`${bankCode}|${number}|${name.toUpperCase()}`, 'utf8')
    .digest('hex')
    .slice(0, 40)

const isOf = ({ payment, reference }: ProviderOrder, { reference: reported, amount }: Instruction): boolean =>
  reported === reference && isAmountOf(payment.money, amount, 'MYR')

const taken = ({ id, state }: Instruction): OrderAnswer => accepted(String(id), state)

const becameOf = ({ id, state }: Instruction): OrderFindings => movedBy(INSTRUCTION_STATE, String(id), state)
