import { definePayout } from '../define-method.ts'
import { mandatory, optional } from '../method-fields.ts'
import { operators } from '../operators.ts'

export const taxPayerIdTransfer = definePayout({
  code: 'TAX_PAYER_ID_TRANSFER',
  object: 'TaxPayerIdTransferMethod',
  title: 'Pix by CPF or CNPJ',
  summary: 'Money to the Brazilian account that has this tax number as its Pix key.',
  payeeSees: 'A credit on the account behind the key, within seconds.',
  paysTo: 'key',
  checkout: { name: { brand: 'Pix', by: 'taxId' }, mark: 'transfer' },
  fields: {
    accountName: optional('Maria da Silva'),
    identifyingReference: mandatory('12345678909', {
      label: 'pixTaxNumber',
      identifier: 'brazilianTaxNumber',
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
