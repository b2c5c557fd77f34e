/** What accounts, and the products that an account's payments go through, are built on. */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CancelAnswer, CheckAnswer, Declined } from '@sluice/core/processor/port.ts'
import type { AccountCalls } from './account-calls.ts'
import { unclear } from './answers.ts'
import type {
  AccountStanding,
  OrderAnswer,
  OrderFindings,
  Ping,
  ProviderAccount,
  ProviderOrder,
} from './provider.ts'

/** An open account, or a part of it: keeps its settings, and what the account was opened with. */
export abstract class ProviderPart<Settings> {
  protected readonly settings: Settings
  protected readonly standing: AccountStanding

  constructor(settings: Settings, standing: AccountStanding) {
    this.settings = settings
    this.standing = standing
  }
}

/** What an account does with the payments of one of the provider's products. */
export interface PaymentProduct extends Pick<ProviderAccount, 'check' | 'accept' | 'find' | 'cancel'> {}

/** One of the provider's products, with its own calls. */
export abstract class BaseProduct<Settings> extends ProviderPart<Settings> implements PaymentProduct {
  protected readonly calls: AccountCalls

  constructor(settings: Settings, standing: AccountStanding, calls: AccountCalls) {
    super(settings, standing)
    this.calls = calls
  }

  abstract accept(order: ProviderOrder): Promise<OrderAnswer>
  abstract find(order: ProviderOrder): Promise<OrderFindings>
}

/** An account with one way to handle all its payments. */
export abstract class BaseAccount<Settings> extends ProviderPart<Settings> implements ProviderAccount {
  abstract accept(order: ProviderOrder): Promise<OrderAnswer>
  abstract find(order: ProviderOrder): Promise<OrderFindings>
  abstract ping(): Promise<Ping>
}

/** An account whose payments go through different products. */
export abstract class RoutedAccount<Settings> extends BaseAccount<Settings> {
  /** Decided from the payment alone, always the same. @returns a decline if the account has no product for it */
  protected abstract productFor(payment: Payment): PaymentProduct | Declined

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
