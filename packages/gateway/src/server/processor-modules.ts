/** All processors, put together: the built-in ones in their order, and those that operators add while the gateway runs. */
import type { Processor } from '@sluice/core/processor/port.ts'
import { addressPolicy, callbackPolicies } from '../outbound/guard.ts'
import type { ProcessorContext } from '../processing/context.ts'
import { bankFileModule } from '../processors/bank-file/context.ts'
import { Connectors } from '../processors/connectors/connectors.ts'
import { ReceivingAccounts } from '../processors/own-account/directory.ts'
import { ownAccountProcessors } from '../processors/own-account/own-account.ts'
import { providersModule } from '../processors/providers/module.ts'
import type { SandboxLinks } from '../processors/sandbox/links.ts'
import { sandboxProcessor } from '../processors/sandbox/sandbox.ts'
import { stablecoinModule } from '../processors/stablecoin/context.ts'
import type { AppSettings } from './app-settings.ts'

/** For addresses that operators choose: anywhere except where a cloud keeps its secrets. */
export const OPERATOR_CHOSEN_ADDRESSES = addressPolicy({ allow: ['0.0.0.0/0', '::/0'], loopback: true })

export async function processorModules(
  context: ProcessorContext,
  settings: AppSettings,
  links: SandboxLinks,
) {
  const { database, deps } = context
  const bankFiles = bankFileModule(database, deps)
  const receivingAccounts = new ReceivingAccounts(database, deps)
  await receivingAccounts.refresh()
  const stablecoins = await stablecoinModule(context, OPERATOR_CHOSEN_ADDRESSES, settings.maxOpenAddresses)
  // The order in which they are tried if a merchant's product names none.
  const processors = new Map<string, Processor>(
    [
      sandboxProcessor({
        ...context,
        clock: deps.clock,
        delayMs: settings.sandboxDelayMs,
        pageKeyOf: (payment) => links.keyOf(payment),
      }),
      ...bankFiles.processors,
      ...ownAccountProcessors(context, receivingAccounts),
      ...stablecoins.processors,
      ...(settings.processors?.(context) ?? []),
    ].map((processor) => [processor.name, processor]),
  )
  const policies = callbackPolicies(settings.connectorAllow ?? [])
  // Operators choose a connector's address, not merchants.
  const connectorPolicyOf = ({ isTest }: { readonly isTest: boolean }) =>
    isTest && settings.loopbackOnly ? policies.withLoopback : policies.usual
  const remote = { ...context, processors, policyOf: connectorPolicyOf }
  const connectors = new Connectors(remote)
  await connectors.load()
  const providers = await providersModule({ ...remote, baseUrl: settings.baseUrl })
  return {
    bankFiles,
    receivingAccounts,
    stablecoins,
    processors,
    connectors,
    connectorPolicyOf,
    ...providers,
  }
}
