/** What an account does with Pix that it sends. No specification of the Banco Central's has it: each bank has its own way. */
import type { Payment } from '../../../payments/model.ts'
import type { CheckAnswer } from '../../../processing/port.ts'
import type { Balances, OrderAnswer, OrderFindings, Ping, ProviderOrder, Unclear } from '../provider.ts'

export interface PixPayouts {
  /** From nothing but the payment. */
  check(payment: Payment): CheckAnswer
  accept(order: ProviderOrder): Promise<OrderAnswer>
  find(order: ProviderOrder): Promise<OrderFindings>
  /** Whether the credentials are good for payouts, where that is another question than for payins. */
  ping?(): Promise<Ping>
  balances?(): Promise<Balances | Unclear>
  /** Where payouts are notified apart from payins. */
  subscribe?(webhookUrl: string): Promise<Ping>
}
