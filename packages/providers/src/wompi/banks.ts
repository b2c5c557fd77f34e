/** Banks of PSE. Our codes and Wompi's are those of ACH Colombia; its sandbox has three invented banks instead. Pure. */
import { operators } from '@sluice/core/catalogue/operators.ts'

const OURS = operators('CO_PSE').map(({ code }) => code)

/** Each environment accepts only its own keys. */
export const isSandbox = ({ publicKey }: { readonly publicKey: string }): boolean =>
  publicKey.startsWith('pub_test_')

/** In the sandbox the last digit of the bank decides which of these a payment goes to. */
const SANDBOX = { approves: '1', declines: '2', fails: '3' } as const

export function bankCode(operator: string, inSandbox: boolean): string {
  if (!inSandbox) return operator
  if (operator.endsWith('2')) return SANDBOX.declines
  return operator.endsWith('3') ? SANDBOX.fails : SANDBOX.approves
}

/** @param listed by Wompi now. @returns our operators that can be used */
export const operatorsOf = (listed: readonly string[], inSandbox: boolean): readonly string[] =>
  OURS.filter((code) => listed.includes(bankCode(code, inSandbox)))
