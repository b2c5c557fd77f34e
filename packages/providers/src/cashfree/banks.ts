/** Banks that Cashfree offers net banking at. */
import { numbers } from '@sluice/provider-kit/status-codes.ts'

/**
 * Cashfree's number of each bank, by our code for the bank (the first four letters of the IFSC).
 *
 * From cashfree.com/docs/payments/online/element/appendix, retail banking only; the same list is in github.com/cashfree/pg-svelte.
 * Cashfree's own letter codes are always our code and an R.
 */
export const BANKS: Readonly<Record<string, number>> = numbers(`
  AIRP=3123 AUBL=3087 BARB=3005 BDBL=3088 BKID=3006 CBIN=3011 CIUB=3012 CNRB=3009 DCBL=3018 DLXB=3019
  FDRL=3020 HDFC=3021 IBKL=3023 ICIC=3022 IDFB=3024 IDIB=3026 INDB=3028 IOBA=3027 JAKA=3029 KARB=3030
  KKBK=3032 KVBL=3031 MAHB=3007 PSIB=3037 PUNB=3038 RATN=3039 SBIN=3044 SCBL=3043 SIBL=3042 TMBL=3052
  UBIN=3055 UCBA=3054 UTIB=3003 YESB=3058`)
