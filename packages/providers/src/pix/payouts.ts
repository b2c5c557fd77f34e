/** Payouts by Pix. The Banco Central does not specify them, so each bank has its own API. */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CheckAnswer } from '@sluice/core/processor/port.ts'
import type {
  Balances,
  OrderAnswer,
  OrderFindings,
  Ping,
  ProviderOrder,
  Unclear,
} from '@sluice/provider-kit/provider.ts'

export interface PixPayouts {
  check(payment: Payment): CheckAnswer
  accept(order: ProviderOrder): Promise<OrderAnswer>
  find(order: ProviderOrder): Promise<OrderFindings>
  /** Whether the credentials allow payouts, if that needs another test. */
  ping?(): Promise<Ping>
  balances?(): Promise<Balances | Unclear>
  /** For banks that notify payouts separately. */
  subscribe?(webhookUrl: string): Promise<Ping>
}
