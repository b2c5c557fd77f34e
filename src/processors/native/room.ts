/** The accounts with providers, put together: the processors, and the questions that notifications lead to. */
import { ProviderAccounts, type ProviderAccountsContext } from './accounts.ts'
import { ProviderQuestions } from './questions.ts'
import type { AccountRecord } from './store.ts'

export interface ProvidersRoom {
  readonly providers: ProviderAccounts
  readonly questions: ProviderQuestions
  /** Where an account's provider notifies us: a secret. */
  readonly notificationUrlOf: (record: AccountRecord) => string
}

export async function providersRoom(context: ProviderAccountsContext): Promise<ProvidersRoom> {
  const providers = new ProviderAccounts(context)
  await providers.load()
  return {
    providers,
    questions: new ProviderQuestions(context),
    notificationUrlOf: (record) => providers.notificationUrlOf(record),
  }
}
