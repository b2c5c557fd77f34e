/** Puts the provider accounts together: processors, call records, and inquiries after notifications. */
import { ProviderAccounts, type ProviderAccountsContext } from './accounts.ts'
import { CallRecords } from './call-records.ts'
import { ProviderQuestions } from './inquiries.ts'
import type { AccountRecord } from './store.ts'

export interface ProvidersModule {
  readonly providers: ProviderAccounts
  readonly questions: ProviderQuestions
  readonly callRecords: CallRecords
  /** The URL at which the provider notifies us about an account. It is a secret. */
  readonly notificationUrlOf: (record: AccountRecord) => string
}

export async function providersModule(
  context: Omit<ProviderAccountsContext, 'callRecords'>,
): Promise<ProvidersModule> {
  const callRecords = new CallRecords(context.database, context.deps)
  const providers = new ProviderAccounts({ ...context, callRecords })
  await providers.load()
  return {
    providers,
    questions: new ProviderQuestions(context),
    callRecords,
    notificationUrlOf: (record) => providers.notificationUrlOf(record),
  }
}
