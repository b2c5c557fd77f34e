/**
 * Column heads that banks use, in the languages of the supported countries, to find which column of a sample holds what. Only a suggestion
 * that somebody sees and can change. Pure.
 */
import { plainHead } from '@sluice/gateway/reconciliation/csv-layout.ts'
import type { ColumnName } from '@sluice/gateway/reconciliation/csv-mapping.ts'

/** `remittance`: the payer's message. */
export type HeadMeaning = ColumnName | 'remittance'

/** As `plainHead` writes them. */
const WORDS: Readonly<Record<HeadMeaning, readonly string[]>> = {
  bookedAt: [
    ...['date', 'booking date', 'booked', 'transaction date', 'txn date', 'trans date', 'posting date'],
    ...['post date', 'postdate', 'entry date', 'data', 'data lançamento', 'data movimento', 'fecha'],
    ...['fecha operación', 'fecha de operación', 'tanggal', 'tanggal transaksi', 'tgl', 'tarikh', 'petsa'],
    ...['tarehe', 'ngày', 'ngày giao dịch', 'วันที่', 'วันที่ทำรายการ', 'ວັນທີ', 'तारीख', '日付', '年月日', '取引日'],
    ...['交易日期', '记账日期', '交易時間', '거래일', '거래일자', '거래일시', 'buchungstag', 'datum'],
  ],
  bookedTime: [
    'time',
    'transaction time',
    'hora',
    'jam',
    'waktu',
    'masa',
    'giờ',
    'เวลา',
    '時刻',
    '交易时间',
    '거래시간',
  ],
  valueDate: [
    'value date',
    'value dat',
    'valuta',
    'data valor',
    'fecha valor',
    'ngày hiệu lực',
    '起息日',
    '起算日',
  ],
  amount: [
    ...[
      'amount',
      'transaction amount',
      'valor',
      'importe',
      'monto',
      'jumlah',
      'nominal',
      'số tiền',
      'halaga',
    ],
    ...['จำนวนเงิน', '金額', '金额', '交易金额', '入出金', '入出金(円)', '거래금액', 'betrag', 'kiasi'],
  ],
  credit: [
    ...[
      'credit',
      'credit amount',
      'credits',
      'deposit',
      'deposits',
      'deposit amount',
      'paid in',
      'money in',
      'cr',
    ],
    ...[
      'amount credited',
      'crédito',
      'abono',
      'abonos',
      'haber',
      'entrada',
      'kredit',
      'ghi có',
      'เงินเข้า',
      'ฝาก',
    ],
    ...[
      '入金',
      'お預入れ',
      '預入',
      '預入金額',
      '預かり金額',
      '入金金額',
      '收入',
      '贷方',
      '貸方',
      '存入',
      '입금',
      '입금액',
    ],
  ],
  debit: [
    ...[
      'debit',
      'debit amount',
      'debits',
      'withdrawal',
      'withdrawals',
      'withdrawal amount',
      'paid out',
      'dr',
    ],
    ...['money out', 'amount debited', 'débito', 'cargo', 'cargos', 'debe', 'saída', 'debet', 'ghi nợ'],
    ...[
      'เงินออก',
      'ถอน',
      '出金',
      'お引出し',
      '引出金額',
      '支払い金額',
      '出金金額',
      '支出',
      '借方',
      '提出',
      '출금',
      '출금액',
    ],
  ],
  direction: [
    ...[
      'direction',
      'dr/cr',
      'cr/dr',
      'd/c',
      'c/d',
      'db/cr',
      'debit/credit',
      'credit/debit',
      'dr / cr',
      'type',
    ],
    ...['d/k', 'tipo', 'jenis', 'natureza', '入払区分', '借贷标志', '收支', '구분'],
  ],
  currency: [
    'currency',
    'ccy',
    'curr',
    'moeda',
    'moneda',
    'divisa',
    'mata uang',
    'สกุลเงิน',
    '通貨',
    '币种',
    '幣別',
    '통화',
  ],
  reference: [
    ...[
      'reference',
      'reference number',
      'reference no',
      'bank reference',
      'transaction id',
      'transaction reference',
    ],
    ...['ref', 'ref no', 'documento', 'identificador', 'nº documento', 'referencia', 'referência', 'folio'],
    ...['nomor referensi', 'no. referensi', 'mã giao dịch', 'เลขที่อ้างอิง', '交易流水号', '流水号', '거래번호'],
  ],
  endToEndId: ['end-to-end id', 'end to end id', 'endtoendid', 'end-to-end', 'e2e id'],
  utr: ['utr', 'utr no', 'utr number', 'rrn', 'clave de rastreo', 'chq/ref number', 'ref no./cheque no.'],
  senderName: [
    ...[
      'sender',
      'sender name',
      'payer',
      'payer name',
      'counterparty',
      'counterparty name',
      'remitter',
      'from name',
    ],
    ...[
      'beneficiary',
      'nome',
      'nombre',
      'ordenante',
      'nama',
      'nama pengirim',
      'ผู้โอน',
      '对方户名',
      '의뢰인',
      '보낸분',
    ],
  ],
  senderAccount: [
    ...[
      'sender account',
      'payer account',
      'counterparty account',
      'from account',
      'conta origem',
      'cuenta ordenante',
    ],
    ...['rekening pengirim', '对方账号', '對方帳號'],
  ],
  senderBank: [
    'sender bank',
    'payer bank',
    'counterparty bank',
    'from bank',
    'bank',
    'banco',
    '对方银行',
    '거래은행',
  ],
  balance: [
    ...[
      'balance',
      'closing balance',
      'running balance',
      'close balance',
      'outstanding balance',
      'ledger balance',
    ],
    ...[
      'saldo',
      'saldo final',
      'baki',
      'số dư',
      'ยอดคงเหลือ',
      '残高',
      '差引残高',
      '取引後残高',
      '取引後残高(円)',
      '余额',
      '餘額',
    ],
    ...['账户余额', '잔액', '거래후잔액'],
  ],
  remittance: [
    ...[
      'description',
      'narration',
      'narrative',
      'details',
      'transaction details',
      'remarks',
      'remark',
      'particulars',
    ],
    ...[
      'text',
      'memo',
      'message',
      'note',
      'payment details',
      'descrição',
      'histórico',
      'descripción',
      'concepto',
    ],
    ...[
      'keterangan',
      'uraian',
      'deskripsi',
      'butiran',
      'nội dung',
      'diễn giải',
      'รายการ',
      'รายละเอียด',
      '摘要',
      '摘要内容',
    ],
    ...[
      'お取り扱い内容',
      '入出金先内容',
      '备注',
      '附言',
      '적요',
      '내용',
      'verwendungszweck',
      'maelezo',
      'विवरण',
    ],
  ],
}

interface Phrase {
  readonly phrase: string
  readonly meaning: HeadMeaning
}

const meanings = (Object.keys(WORDS) as readonly HeadMeaning[]).flatMap((meaning) =>
  WORDS[meaning].map((word): Phrase => ({ phrase: plainHead(word), meaning })),
)
/** The longest first: `Debit amount` is a debit, not an amount. */
const PHRASES = meanings.toSorted((a, b) => b.phrase.length - a.phrase.length)

/** Matches a head that is exactly such a phrase or contains it, such as `Credit Amount (THB)`. */
export function meaningOf(
  head: string,
): { readonly meaning: HeadMeaning; readonly isExact: boolean } | undefined {
  const plain = plainHead(head)
  const exact = PHRASES.find(({ phrase }) => phrase === plain)
  if (exact) return { meaning: exact.meaning, isExact: true }
  const within = ` ${plain.replace(/[^\p{L}\p{N}\p{M}/-]+/gu, ' ')} `
  const held = PHRASES.find(({ phrase }) => within.includes(` ${phrase} `))
  return held && { meaning: held.meaning, isExact: false }
}

/** Words by which banks mark incoming and outgoing money. */
const CREDIT_WORDS = new Set([
  ...['C', 'CR', 'CRE', 'CREDIT', 'CRDT', 'K', 'KR', 'KREDIT', 'H', 'HABER', 'ABONO', 'CRÉDITO', 'CREDITO'],
  ...[
    'ENTRADA',
    'IN',
    'DEPOSIT',
    'INCOMING',
    'RECEIVED',
    '+',
    '入金',
    '入',
    '贷',
    '收入',
    '입금',
    'GHI CÓ',
    'เงินเข้า',
  ],
])
const DEBIT_WORDS = new Set([
  ...[
    'D',
    'DR',
    'DEB',
    'DEBIT',
    'DBIT',
    'DB',
    'DEBET',
    'DEBE',
    'CARGO',
    'DÉBITO',
    'DEBITO',
    'SAÍDA',
    'SALIDA',
  ],
  ...['OUT', 'WITHDRAWAL', 'OUTGOING', 'SENT', '-', '出金', '出', '借', '支出', '출금', 'GHI NỢ', 'เงินออก'],
])

/** @returns undefined if the word is unknown and must be chosen by hand */
export function directionOf(word: string): 'credit' | 'debit' | undefined {
  const plain = word.trim().toUpperCase()
  return CREDIT_WORDS.has(plain) ? 'credit' : DEBIT_WORDS.has(plain) ? 'debit' : undefined
}
