/** The setup for sign-in tests: browsers with a virtual passkey device, and sessions whose verification is old. */
import type { Page } from 'playwright-core'
import { type Shop, WITHIN_MS } from './browser.fixture.ts'

export interface WithPasskeys {
  readonly page: Page
  /** Errors in the page's console, except for refusals. */
  readonly complaints: readonly string[]
}

/** The device verifies its user and keeps its passkeys. */
export async function withPasskeys({ browser }: Shop): Promise<WithPasskeys> {
  const context = await browser.newContext({ locale: 'en-GB' })
  context.setDefaultTimeout(WITHIN_MS)
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  const page = await context.newPage()
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { page, complaints }
}

/** Sets everybody's last verification to long ago. */
export const letProofsEnd = ({ app }: Shop) =>
  app.gateway.database.run(
    { name: 'test_end_proofs', text: "update person_session set proved_at = proved_at - interval '1 hour'" },
    [],
  )
