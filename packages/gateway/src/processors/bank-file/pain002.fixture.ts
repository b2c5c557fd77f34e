/** For tests: a bank's answer, pain.002. */
interface Said {
  readonly status?: string
  readonly reason?: string
}
interface Answer {
  readonly original: string
  readonly group?: string
  readonly reason?: string
  readonly version?: string
  readonly batches?: readonly (Said & {
    readonly id: string
    readonly transactions?: readonly (Said & {
      readonly reference: string
      readonly amount?: readonly [currency: string, text: string]
    })[]
  })[]
}

const element = (name: string, content: string | undefined): string =>
  content === undefined || content === '' ? '' : `<${name}>${content}</${name}>`
const reasonOf = ({ reason }: Said): string =>
  element('StsRsnInf', reason === undefined ? '' : element('Rsn', element('Cd', reason)))

export function answer({
  original,
  group,
  reason,
  batches = [],
  version = 'pain.002.001.14',
}: Answer): string {
  const head = '<MsgId>bank-1</MsgId><CreDtTm>2026-11-23T10:00:00Z</CreDtTm>'
  const said = batches.map(
    (batch) =>
      `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${batch.id}</OrgnlPmtInfId>${element('PmtInfSts', batch.status)}${reasonOf(batch)}${(
        batch.transactions ?? []
      )
        .map(
          (each) =>
            `<TxInfAndSts><OrgnlEndToEndId>${each.reference}</OrgnlEndToEndId>${element('TxSts', each.status)}${reasonOf(each)}${
              each.amount
                ? `<OrgnlTxRef><Amt><InstdAmt Ccy="${each.amount[0]}">${each.amount[1]}</InstdAmt></Amt></OrgnlTxRef>`
                : ''
            }</TxInfAndSts>`,
        )
        .join('')}</OrgnlPmtInfAndSts>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"><CstmrPmtStsRpt><GrpHdr>${head}</GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${original}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.12</OrgnlMsgNmId>${element('GrpSts', group)}${reasonOf({ ...(reason !== undefined && { reason }) })}</OrgnlGrpInfAndSts>${said.join('')}</CstmrPmtStsRpt></Document>`
}
