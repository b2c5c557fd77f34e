/** An account whose payments go by several of a provider's products, each with its own way to create them and to say what became of them. */
import type { Payment } from '../../payments/model.ts'
import type { CancelAnswer, CheckAnswer, Declined } from '../../processing/port.ts'
import { unclear } from './answers.ts'
import type { OrderAnswer, OrderFindings, Ping, ProviderAccount, ProviderOrder } from './provider.ts'

/** One of them. */
export interface PaymentProduct extends Pick<ProviderAccount, 'check' | 'accept' | 'find' | 'cancel'> {}

export abstract class RoutedAccount implements ProviderAccount {
  /** From nothing but the payment: the same for ever. @returns why the account has no product for it */
  protected abstract productFor(payment: Payment): PaymentProduct | Declined

  abstract ping(): Promise<Ping>

  check(payment: Payment): CheckAnswer {
    const product = this.productFor(payment)
    return 'type' in product ? product : (product.check?.(payment) ?? { type: 'fine' })
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const product = this.productFor(order.payment)
    return 'type' in product ? product : product.accept(order)
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const product = this.productFor(order.payment)
    return 'type' in product ? unclear(product.detail) : product.find(order)
  }

  async cancel(order: ProviderOrder): Promise<CancelAnswer> {
    const product = this.productFor(order.payment)
    return 'type' in product || !product.cancel ? 'too-late' : product.cancel(order)
  }
}
