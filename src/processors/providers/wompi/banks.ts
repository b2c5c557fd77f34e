/** Banks of PSE: our codes are those of ACH Colombia, as Wompi's are. Its sandbox has none of them, but three made-up ones. Pure. */
import { operators } from '../../../catalogue/operators.ts'

const OURS = operators('CO_PSE').map(({ code }) => code)

/** By the keys: each environment takes its own alone. */
export const isSandbox = ({ publicKey }: { readonly publicKey: string }): boolean =>
  publicKey.startsWith('pub_test_')

/** The sandbox's: one approves, one declines, one fails. Which of them a payment goes to, the last digit of its bank says. */
const SANDBOX = { approves: '1', declines: '2', fails: '3' } as const

export function bankCode(operator: string, inSandbox: boolean): string {
  if (!inSandbox) return operator
  if (operator.endsWith('2')) return SANDBOX.declines
  return operator.endsWith('3') ? SANDBOX.fails : SANDBOX.approves
}

/** @param listed as Wompi lists them now. @returns our operators that can be paid by */
export const operatorsOf = (listed: readonly string[], inSandbox: boolean): readonly string[] =>
  OURS.filter((code) => listed.includes(bankCode(code, inSandbox)))
