import { definePayout } from '../define-method.ts'
import { mandatory, optional } from '../method-fields.ts'
import { operators } from '../operators.ts'

export const randomKeyTransfer = definePayout({
  code: 'RANDOM_KEY_TRANSFER',
  object: 'RandomKeyTransferMethod',
  title: 'Pix by random key',
  summary: 'Money to the Brazilian account that has this random Pix key.',
  payeeSees: 'A credit on the account behind the key, within seconds.',
  paysTo: 'key',
  checkout: { name: { brand: 'Pix', by: 'pixKey' }, mark: 'transfer' },
  fields: {
    accountName: optional('Maria da Silva'),
    accountNumber: mandatory('123e4567-e12b-42d1-a456-426655440000', {
      label: 'pixRandomKey',
      identifier: 'pixRandomKey',
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
