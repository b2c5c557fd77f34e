/** Settings of an account with ECPay's fake. */
export const ECPAY_SETTINGS = {
  merchantId: '3002607',
  hashKey: 'key-of-the-fake1',
  hashIv: 'vector-ofthefake',
  payeeName: '綠界科技股份有限公司',
} as const
