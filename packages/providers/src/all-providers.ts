/** The providers that the gateway calls by itself. To add one, add its folder and a line here. */
import type { Provider } from '@sluice/provider-kit/provider.ts'
import { cashfree } from './cashfree/cashfree.ts'
import { chip } from './chip/chip.ts'
import { dlocal } from './dlocal/dlocal.ts'
import { ecpay } from './ecpay/ecpay.ts'
import { momo } from './momo/momo.ts'
import { pawapay } from './pawapay/pawapay.ts'
import { paystack } from './paystack/paystack.ts'
import { peach } from './peach/peach.ts'
import { pix } from './pix/pix.ts'
import { snap } from './snap/snap.ts'
import { stp } from './stp/stp.ts'
import { wompi } from './wompi/wompi.ts'
import { xendit } from './xendit/xendit.ts'

export const ALL_PROVIDERS: readonly Provider[] = [
  pix,
  cashfree,
  ecpay,
  pawapay,
  snap,
  wompi,
  xendit,
  peach,
  paystack,
  chip,
  stp,
  momo,
  dlocal,
]

export const providerOf = (code: string): Provider | undefined =>
  ALL_PROVIDERS.find((provider) => provider.code === code)
