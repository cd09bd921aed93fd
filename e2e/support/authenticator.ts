import type { Page } from '@playwright/test'

/**
 * Gives a page an authenticator like the screen lock of a phone, which always agrees. It would also take the first suggestion of the
 * email field without a click, so that suggestions are off unless the test is about them.
 */
export async function addAuthenticator(page: Page, { suggests = false } = {}): Promise<void> {
  await page.addInitScript((isOn) => {
    if (!isOn) PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  }, suggests)
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
