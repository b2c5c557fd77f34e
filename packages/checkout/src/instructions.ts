/**
 * Step-by-step instructions in the payer's language. The gateway sends them in English; each known sentence is translated. Any other text
 * is shown unchanged: a wrongly understood step could send money elsewhere.
 */
import { INSTRUCTION_TEXTS } from '@sluice/core/catalogue/instruction-texts.ts'
import type { Words } from './i18n.tsx'
import type { MessageKey } from './messages/en.ts'
import { digitsOf } from './money.ts'
import { type MethodResponse, toPay } from './payin.ts'

export interface StepList {
  readonly title: string
  readonly steps: readonly string[]
  /** False: in English, as received. */
  readonly isTranslated: boolean
}

type Values = Readonly<Record<string, string>>
interface Found {
  readonly key: MessageKey
  readonly values: Values
}

/** Values that the response also has in other members: in a sentence they must match exactly. */
function knownOf(response: MethodResponse): Values {
  const { account, paymentAddress, reference } = response
  const sum = toPay(response)
  const known = {
    amount: `${sum.amount.toFixed(digitsOf(sum))} ${sum.currencyCode}`,
    reference,
    accountNumber: account?.accountNumber,
    accountName: account?.accountName,
    bankCode: account?.bankCode,
    bankName: account?.bankName,
    address: paymentAddress?.idAddress,
  }
  return Object.fromEntries(Object.entries(known).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** The known sentence that a text matches, with the values of its placeholders; undefined if none matches. */
function find(text: string, known: Values): Found | undefined {
  for (const [key, template] of Object.entries(INSTRUCTION_TEXTS)) {
    const names: string[] = []
    // Splitting at the placeholders makes every second part a placeholder's name.
    const pattern = template.split(/\{(\w+)\}/).map((part, index) => {
      if (index % 2 === 0) return literally(part)
      names.push(part)
      return `(${known[part] === undefined ? '.+' : literally(known[part])})`
    })
    const match = new RegExp(`^${pattern.join('')}$`).exec(text)
    if (match)
      return {
        key: key as MessageKey,
        values: Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ''])),
      }
  }
  return undefined
}

/** The instruction lists of a response, translated. */
export function stepLists({ t, money }: Pick<Words, 't' | 'money'>, response: MethodResponse): StepList[] {
  const known = knownOf(response)
  const say = ({ key, values }: Found): string =>
    t(key, values.amount === undefined ? values : { ...values, amount: money(toPay(response)) })
  return (response.paymentInstructionList ?? []).map(({ title, steps }) => {
    const found = steps.map((step) => find(step, known))
    const said = found.flatMap((each) => (each ? [say(each)] : []))
    if (said.length < steps.length) return { title, steps, isTranslated: false }
    // A title that matches no known sentence is a name, such as that of a rail.
    const heading = find(title, known)
    return { title: heading ? say(heading) : title, steps: said, isTranslated: true }
  })
}
