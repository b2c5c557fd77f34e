/** Tests of the request types. The compiler checks this file with all others; nothing in it ever runs. */
import type { Payin, PayinMethodCode, Payout, Sluice } from './main.ts'

const thb = { money: { amount: 500.25, currencyCode: 'THB' } } as const
const krw = { money: { amount: 30_000, currencyCode: 'KRW' } } as const

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
const takes = <Type>(_value: Type): void => undefined
const is = <_Holds extends true>(): void => undefined

export async function compiles(sluice: Sluice): Promise<void> {
  const payin = await sluice.payins.create('a', {
    paymentRequested: thb,
    paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
  })
  is<Same<typeof payin, Payin<'PROMPTPAY'>>>()
  is<Same<typeof payin.paymentMethodResponse.paymentMethodCode, 'PROMPTPAY'>>()

  await sluice.payins.create('b', {
    paymentRequested: krw,
    paymentMethod: { paymentMethodCode: 'OFFLINE', account: { accountName: '김민수' } },
  })
  await sluice.payins.create('c', {
    paymentRequested: { money: { amount: 1499, currencyCode: 'INR' } },
    paymentMethod: { paymentMethodCode: 'P2A_V2', paymentOperatorCode: 'IMPS' },
  })
  const payout = await sluice.payouts.create('d', {
    paymentRequested: { money: { amount: 80_000, currencyCode: 'COP' } },
    paymentMethod: {
      paymentMethodCode: 'BANK_TRANSFER',
      account: { accountName: 'A', accountNumber: '1', accountType: 'savings' },
      identifyingReference: '1012345678',
      phoneNumber: '+573211234567',
    },
  })
  is<Same<typeof payout, Payout<'BANK_TRANSFER'>>>()
}

export async function doesNotCompile(sluice: Sluice): Promise<void> {
  await sluice.payins.create('a', {
    paymentRequested: krw,
    // @ts-expect-error OFFLINE in KRW needs the name of the account's holder
    paymentMethod: { paymentMethodCode: 'OFFLINE' },
  })
  await sluice.payins.create('a', {
    paymentRequested: krw,
    // @ts-expect-error and it is not enough that there is an account
    paymentMethod: { paymentMethodCode: 'OFFLINE', account: { accountNumber: '1' } },
  })
  await sluice.payins.create('b', {
    // @ts-expect-error PROMPTPAY is paid in baht
    paymentRequested: krw,
    paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
  })
  // @ts-expect-error there is no such method
  takes<PayinMethodCode>('PROMPT_PAY')
  await sluice.payins.create('d', {
    paymentRequested: thb,
    // @ts-expect-error a misspelt field is found
    paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1' }, emailAdress: 'a@b.c' },
  })
  await sluice.payins.create('e', {
    // @ts-expect-error an amount is a number
    paymentRequested: { money: { amount: '500', currencyCode: 'THB' } },
    paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1' } },
  })
  await sluice.payouts.create('f', {
    paymentRequested: { money: { amount: 80_000, currencyCode: 'COP' } },
    paymentMethod: {
      paymentMethodCode: 'BANK_TRANSFER',
      // @ts-expect-error COP needs the kind of account
      account: { accountName: 'A', accountNumber: '1' },
    },
  })
  await sluice.payouts.create('g', {
    paymentRequested: { money: { amount: 9_800, currencyCode: 'JPY' } },
    paymentMethod: {
      paymentMethodCode: 'BANK_TRANSFER',
      // @ts-expect-error Japanese accounts are of certain kinds
      account: { accountName: 'ﾃｽﾄ ﾀﾛｳ', accountNumber: '1234567', accountType: 'giro' },
    },
  })
}
