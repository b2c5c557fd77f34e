/**
 * Payouts to bank accounts: transfers of the payouts API. The account need not be registered before.
 *
 * A transfer's ID is our reference, under which Cashfree makes one transfer only. The payee's bank may reverse it after it arrived.
 */
import { majorNumber } from '@sluice/provider-kit/amounts.ts'
import { declined, readDone } from '@sluice/provider-kit/answers.ts'
import { accepted, movedAs, settled } from '@sluice/provider-kit/findings.ts'
import { OnceProduct } from '@sluice/provider-kit/once.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { isOfAmount, REFUSALS } from './answers.ts'
import { payeeOf, type TransferPayee } from './payee.ts'
import { CfTransfer, TRANSFER_FAILURES, TRANSFER_STATUS } from './read.ts'

export const NO_PAYOUTS = declined('METHOD', 'the account has no keys for payouts')

/** Its setting is the fund source, if there is one. */
export class Transfers extends OnceProduct<string | undefined, TransferPayee, CfTransfer> {
  protected readonly noun = 'a transfer'
  protected readonly refusals = REFUSALS
  protected partyOf = payeeOf

  /** Even if it has ended: the next status inquiry reports that. */
  protected acceptedAs = ({ reference }: ProviderOrder, { status }: CfTransfer): OrderAnswer =>
    accepted(reference, status)

  protected becameOf({ payment, reference }: ProviderOrder, transfer: CfTransfer): OrderFindings {
    const { status, status_code: code, transfer_utr: utr } = transfer
    const failed = {
      type: 'failed',
      failureReason: listed(TRANSFER_FAILURES, code ?? '') ?? 'PROCESSOR_ERROR',
      noMoneyLeft: true,
    } as const
    const ends = { failed, refused: `rejected by Cashfree: ${code ?? 'without a code'}` }
    return settled(
      TRANSFER_STATUS,
      reference,
      status,
      (meaning) => movedAs(payment, meaning, ends),
      utr ? { utr } : undefined,
    )
  }

  protected send(order: ProviderOrder, { name, accountNumber, ifsc }: TransferPayee): Promise<CallAnswer> {
    return this.calls.send(order, 'send', '/transfers', {
      transfer_id: order.reference,
      transfer_amount: majorNumber(order.payment.money),
      transfer_currency: 'INR',
      transfer_mode: 'banktransfer',
      beneficiary_details: {
        beneficiary_name: name,
        beneficiary_instrument_details: { bank_account_number: accountNumber, bank_ifsc: ifsc },
      },
      ...(this.settings !== undefined && { fundsource_id: this.settings }),
    })
  }

  protected read(order: ProviderOrder): Promise<CallAnswer> {
    return this.calls.read(order, 'read-sent', `/transfers?transfer_id=${order.reference}`)
  }

  /** With this reference and amount. Answers name no currency: there is only one. */
  protected ownIn({ payment, reference }: ProviderOrder, answer: CallAnswer): CfTransfer | undefined {
    const transfer = readDone(CfTransfer, answer)
    const isOwn = transfer?.transfer_id === reference && isOfAmount(payment, transfer.transfer_amount, 'INR')
    return isOwn ? transfer : undefined
  }
}
