/**
 * The sentences of `paymentInstructionList`, each once. The API returns them in English. The checkout page recognises them by
 * these exact texts and shows them in the payer's language, so a sentence that is not here is shown to every payer in English.
 */
export const INSTRUCTION_TEXTS = {
  stepsBanking: 'Mobile or internet banking',
  stepLogIn: 'Log in and choose transfer, or virtual account if your bank offers it.',
  stepBankAndAccount: 'Choose {bankName} ({bankCode}) and enter the account number {accountNumber}.',
  stepCheck: 'Check that the name shown is {accountName}, and pay exactly {amount}.',
  stepConfirm: 'Confirm, and keep the receipt.',

  stepsAtm: 'ATM',
  stepCard: 'Insert your card and choose transfer, or virtual account if the machine offers it.',
  stepCodeAndAccount:
    'Enter the bank code {bankCode} if the machine asks for it, then the account number {accountNumber}.',
  stepReceipt: 'Take the receipt.',

  stepRail: 'Choose a transfer to another bank. If there is a choice of transfer types, choose {rail}.',
  stepSend: 'Send exactly {amount} to {accountNumber} at {bankName}, {accountName}.',
  stepReference: 'Enter {reference} as the reference or note.',

  stepsPhone: 'On the phone',
  stepMenu: 'Open the mobile money menu of your network and choose to pay a bill or a till.',
  stepMenuOf: 'Open the mobile money menu of {operator} and choose to pay a bill or a till.',
  stepTill: 'Enter the number {tillNumber}.',
  stepTillPay: 'Enter {reference} as account number or reference, and pay exactly {amount}.',
  stepTillCheck: 'Check that the name shown is {tillName}, and enter your PIN.',

  stepsWallet: 'Any wallet',
  stepCoins: 'Send exactly {amount} to {address}. The wallet adds its own fee.',
  stepCoinNetwork: 'Send it as {network}. We cannot receive other tokens or other networks.',
  stepCoinWait: 'Wait for {confirmations} confirmations. Then your payment is complete.',
} as const

export type InstructionKey = keyof typeof INSTRUCTION_TEXTS

type Places<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | Places<Rest>
  : never

/** What a text needs to be filled: nothing, or the values of its places by name. */
export type ValuesOf<Text extends string> =
  Places<Text> extends never ? [] : [Readonly<Record<Places<Text>, string>>]

/** `{name}` in a text is replaced by the value of that name. */
export const fill = (text: string, values: Readonly<Record<string, string>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** A sentence in English. The compiler requires each of its values. */
export const instruction = <Key extends InstructionKey>(
  key: Key,
  ...values: ValuesOf<(typeof INSTRUCTION_TEXTS)[Key]>
): string => fill(INSTRUCTION_TEXTS[key], values[0])
