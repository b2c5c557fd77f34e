/** Reports of your payments. An extension of Sluice. */
import { type Connection, call, query } from './connection.ts'
import type { SuccessRateReport, TimeToMoneyReport, VolumeReport } from './generated.ts'
import type { RequestOptions } from './transport.ts'

export interface ReportFilter extends RequestOptions {
  /** A day such as `2026-11-01` in your time zone. Default: 29 days before the last day. */
  readonly firstDay?: string
  /** Inclusive. Default: today. */
  readonly lastDay?: string
  /** What the rows are grouped by, besides kind and currency. The default depends on the report. */
  readonly by?: readonly ('day' | 'month' | 'method' | 'operator')[]
  readonly kind?: 'payin' | 'payout' | 'refund' | 'settlement'
  readonly currencyCode?: string
  readonly paymentMethodCode?: string
}

export class Reports {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** How many were created and succeeded, and their amounts; by day. */
  volume(filter: ReportFilter = {}): Promise<VolumeReport> {
    return this.#read('/reports/volume', filter)
  }

  /** How many succeeded, failed, were refused, expired and are open; by method and payment operator. */
  successRates(filter: ReportFilter = {}): Promise<SuccessRateReport> {
    return this.#read('/reports/success-rates', filter)
  }

  /** How long they took from create to SUCCESS; by method. */
  timeToMoney(filter: ReportFilter = {}): Promise<TimeToMoneyReport> {
    return this.#read('/reports/time-to-money', filter)
  }

  #read<Report>(path: string, { signal, ...filter }: ReportFilter): Promise<Report> {
    const requested = { method: 'GET', path: path + query({ ...filter }), ...(signal && { signal }) } as const
    return call<Report>(this.#connection, { operations: [`GET ${path}`] }, requested)
  }
}
