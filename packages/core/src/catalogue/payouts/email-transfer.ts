import { definePayout } from '../define-method.ts'
import { mandatory, optional } from '../method-fields.ts'
import { operators } from '../operators.ts'

export const emailTransfer = definePayout({
  code: 'EMAIL_TRANSFER',
  object: 'EmailTransferMethod',
  title: 'Pix by e-mail address',
  summary: 'Money to the Brazilian account that has this e-mail address as its Pix key.',
  payeeSees: 'A credit on the account behind the key, within seconds.',
  paysTo: 'key',
  checkout: { name: { brand: 'Pix', by: 'email' }, mark: 'transfer' },
  fields: {
    accountName: optional('Maria da Silva'),
    emailAddress: mandatory('pagador@example.com', {
      label: 'pixEmail',
      identifier: 'pixEmail',
    }),
  },
  currencies: {
    BRL: {
      operators: operators('BR_BANKS'),
      operator: 'optional',
      min: '1',
      max: '100000',
      fee: { percent: '0.5', fixed: '0' },
      exampleAmount: 250.5,
    },
  },
})
