import { clabe as clabeLibrary } from 'clabe-validator'
import { cnpj as cnpjLibrary, cpf as cpfLibrary } from 'cpf-cnpj-validator'
import fc from 'fast-check'
import { validate as cbuLibrary } from 'stdnum/lib/cjs/ar/cbu.js'
import { validate as clabeOfStdnum } from 'stdnum/lib/cjs/mx/clabe.js'
import { describe, expect, it } from 'vitest'
import { clabe, nuban } from './account-numbers.ts'
import { cbu } from './argentina.ts'
import { brazilianTaxNumber } from './brazil.ts'
import type { IdentifierContext } from './identifier.ts'
import { IDENTIFIERS, type IdentifierName, identifierFault } from './request-identifiers.ts'

const codeOf = (name: IdentifierName, text: string, context?: IdentifierContext) =>
  identifierFault(name, text, context)?.code ?? 'may exist'

describe('an identifier that may exist is taken', () => {
  it.each<[IdentifierName, string, IdentifierContext?]>([
    ['cbu', '0170001540000001234563'],
    ['cbu', '01700015-40000001234563'],
    ['cbu', '0000003110000000123456'],
    ['cbu', 'gateway.demo.test'],
    ['argentineTaxNumber', '20301234563'],
    ['argentineTaxNumber', '20-30123456-3'],
    ['argentineTaxNumber', '30123456'],
    ['brazilianTaxNumber', '12345678909'],
    ['brazilianTaxNumber', '123.456.789-09'],
    ['brazilianTaxNumber', '11222333000181'],
    ['brazilianTaxNumber', '12ABC34501DE35'],
    ['brazilianTaxNumber', '12.ABC.345/01DE-35'],
    ['pixPhone', '+5511987654321'],
    ['pixPhone', '(11) 98765-4321'],
    ['pixPhone', '123'],
    ['pixPhone', '+351912345678'],
    ['argentineTaxNumber', '2030123456'],
    ['argentineTaxNumber', 'AAB123456'],
    ['brazilianTaxNumber', '11111111111'],
    ['cbu', '123456789012'],
    ['pixRandomKey', '123e4567-e12b-12d1-a456-426655440000'],
    ['pixRandomKey', '123E4567-E12B-42D1-A456-426655440000'],
    ['pixEmail', `${'x'.repeat(65)}@example.com`],
    ['mexicanAccount', '012180001234567899'],
    ['mexicanAccount', '646180000012345671'],
    ['mexicanAccount', '4152 3133 1234 5676'],
    ['mexicanAccount', '5512345678'],
    ['mexicanAccount', '+525512345678'],
    ['nuban', '0000001235', { bankCode: '058' }],
    ['nuban', '1234567895', { bankCode: '044' }],
    ['nuban', '1234567890'],
    ['nuban', '1234567890', { bankCode: '50211' }],
    ['ifsc', 'HDFC0000001'],
    ['ifsc', 'sbin0123456'],
    ['upiAddress', 'test.user@okhdfcbank'],
    ['upiAddress', '9876543210@ybl'],
    ['colombianNumber', '900123456-8'],
    ['colombianNumber', '1012345678'],
    ['colombianNumber', 'AB123456'],
    ['taxNumber', '20301234563', { country: 'AR' }],
    ['taxNumber', '110101199003074477', { country: 'CN' }],
    ['taxNumber', '5835678256246', { country: 'JP' }],
    ['taxNumber', '1168200276', { country: 'KR' }],
    ['taxNumber', 'GODE561231GR8', { country: 'MX' }],
    ['taxNumber', '770305021234', { country: 'MY' }],
    ['taxNumber', '1101700230708', { country: 'TH' }],
    ['taxNumber', '04595257', { country: 'TW' }],
    ['taxNumber', '0100233488', { country: 'VN' }],
    ['taxNumber', '7503305044089', { country: 'ZA' }],
    ['taxNumber', 'ACUPA7085R', { country: 'IN' }],
    ['taxNumber', 'whatever it is there', { country: 'NG' }],
    ['taxNumber', 'whatever it is there'],
  ])('%s %s', (name, text, context) => {
    expect(codeOf(name, text, context)).toBe('may exist')
  })
})

describe('one that cannot exist is refused, with what is wrong', () => {
  it.each<[IdentifierName, string, IdentifierContext | undefined, string]>([
    ['cbu', '0170001540000001234564', undefined, 'is no CBU or CVU: the check digit does not fit'],
    ['cbu', '0170001640000001234563', undefined, 'is no CBU or CVU: the check digit does not fit'],
    ['cbu', '017000154000000123456', undefined, 'must have 22 digits, as a CBU or CVU has; this has 21'],
    ['cbu', 'short', undefined, 'must be a CBU or CVU of 22 digits, or an alias'],
    ['argentineTaxNumber', '20301234564', undefined, 'is no CUIT or CUIL: the check digit does not fit'],
    ['brazilianTaxNumber', '12345678900', undefined, 'is no CPF: the check digit does not fit'],
    ['brazilianTaxNumber', '12ABC34501DE36', undefined, 'is no CNPJ: the check digit does not fit'],
    ['brazilianTaxNumber', '1234567890', undefined, 'must have 11 digits, as a CPF has, or 14'],
    ['pixPhone', 'maria', undefined, 'must be a phone number as a Pix key'],
    ['pixPhone', '+12345678901234567', undefined, 'must be a phone number as a Pix key'],
    ['pixRandomKey', '123e4567', undefined, 'must be a random Pix key'],
    ['pixEmail', `${'x'.repeat(66)}@example.com`, undefined, 'must have at most 77 characters'],
    ['mexicanAccount', '012180001234567890', undefined, 'is no CLABE: the check digit does not fit'],
    ['mexicanAccount', '01218000123456789', undefined, 'must be a CLABE of 18 digits, a card number of 16'],
    ['mexicanAccount', '4152313312345678', undefined, 'is no card number: the check digit does not fit'],
    ['mexicanAccount', '+66812345678', undefined, 'must be a CLABE of 18 digits, a card number of 16'],
    ['nuban', '1234567895', { bankCode: '058' }, 'is no NUBAN of bank 058: the check digit does not fit'],
    ['nuban', '123456789', undefined, 'must have 10 digits, as a NUBAN has; this has 9'],
    ['nuban', '12345x7895', undefined, 'must be digits only'],
    ['ifsc', 'HDFC1000001', undefined, 'must have 11 characters, as an IFSC has'],
    ['ifsc', 'HDFC', undefined, 'this has 4'],
    ['upiAddress', 'asha.rao', undefined, 'must be a UPI address'],
    ['colombianNumber', '900123456-7', undefined, 'is no NIT: the check digit does not fit'],
    ['taxNumber', '1101700230709', { country: 'TH' }, 'the check digit does not fit'],
    ['taxNumber', '110170023070', { country: 'TH' }, 'is no identity or tax number of 13 digits'],
  ])('%s %s', (name, text, context, message) => {
    expect(identifierFault(name, text, context)?.message).toContain(message)
  })

  it('never repeats what was sent', () => {
    const text = '998877665544332211'
    for (const name of Object.keys(IDENTIFIERS) as IdentifierName[]) {
      expect(identifierFault(name, text)?.message ?? '').not.toContain('99887766')
    }
  })
})

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''))

/** All ten endings of a number: exactly one of them fits a check of one digit. */
const endings = (head: string): string[] => Array.from({ length: 10 }, (_, digit) => `${head}${digit}`)

describe('a rule', () => {
  it('says where it is published', () => {
    for (const { source } of Object.values(IDENTIFIERS)) expect(source).toMatch(/\w{3}/)
  })
})

describe('check digits follow the law of their country', () => {
  it('a CLABE is taken exactly where two libraries take its check digit', () => {
    fc.assert(
      fc.property(digits(17), (head) => {
        const right = clabeLibrary.computeChecksum(head)
        for (const text of endings(head)) {
          expect(clabe.check(text, {}) === undefined).toBe(text.endsWith(String(right)))
        }
        expect(
          clabeOfStdnum(`012180${head.slice(6)}${clabeLibrary.computeChecksum(`012180${head.slice(6)}`)}`)
            .isValid,
        ).toBe(true)
      }),
    )
  })

  it('of the ten endings of a CBU one is right, also where it is 0', () => {
    fc.assert(
      fc.property(digits(7), digits(13), (bank, account) => {
        const right = endings(bank).flatMap((block) =>
          endings(account).flatMap((rest) => (cbu.check(block + rest, {}) ? [] : [block + rest])),
        )
        expect(right).toHaveLength(1)
        const [found = ''] = right
        // The library writes a check digit of 0 as 10 and so refuses it; on the others it must agree.
        if (found[7] !== '0' && found[21] !== '0') expect(cbuLibrary(found).isValid).toBe(true)
      }),
    )
  })

  it('of the ten endings of a NUBAN one is right for a bank', () => {
    fc.assert(
      fc.property(digits(3), digits(9), (bankCode, serial) => {
        expect(endings(serial).filter((text) => !nuban.check(text, { bankCode }))).toHaveLength(1)
      }),
    )
  })

  it('every CPF and CNPJ that another library makes is taken, and none with another ending', () => {
    for (let count = 0; count < 200; count++) {
      for (const number of [cpfLibrary.generate(), cnpjLibrary.generate()]) {
        const others = endings(number.slice(0, -1)).filter((text) => !brazilianTaxNumber.check(text, {}))
        expect(others).toEqual([number])
      }
    }
  })

  it('takes texts of any kind without throwing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(IDENTIFIERS) as IdentifierName[])),
        fc.string({ unit: 'grapheme', maxLength: 128 }),
        fc.constantFrom(
          'AR',
          'BR',
          'CN',
          'CO',
          'GH',
          'ID',
          'IN',
          'JP',
          'KE',
          'KR',
          'MX',
          'MY',
          'TH',
          'TW',
          'VN',
          'ZA',
          'XX',
        ),
        (name, text, country) => {
          identifierFault(name, text, { country, bankCode: text })
        },
      ),
    )
  })
})
