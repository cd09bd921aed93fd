import type { Page } from '@playwright/test'
import { startLocalPush } from '@outlast/testing'
import { CHROMIUM_ARGS } from '@outlast/testing/browser/chromium'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible } from './support/axe.ts'
import { openWeek } from './support/locked-week.ts'
import { waitUntilStill } from './support/still.ts'
import { expect, test } from './support/test.ts'

// The other tests may run in a Chromium without a graphical interface, which has no notifications.
const executablePath = process.env.WHOLE_CHROMIUM_PATH
test.use(
  executablePath === undefined
    ? { channel: 'chromium', serviceWorkers: 'allow' }
    : { channel: undefined, serviceWorkers: 'allow', launchOptions: { args: CHROMIUM_ARGS, executablePath } },
)

const card = (page: Page) => page.getByRole('region', { name: 'Reminders and news' })
const HOUR_MS = 3_600_000

/**
 * Headless Chromium has no push service. In its place, `subscribe` returns a subscription of the local one, which decrypts what the pool
 * sends. The test then hands the decrypted message to the real service worker, as the browser would.
 */
async function useLocalPushService(page: Page, subscription: object): Promise<void> {
  await page.addInitScript((given) => {
    const state: { current: object | null } = { current: null }
    const made = {
      ...given,
      toJSON: () => given,
      unsubscribe: async () => {
        state.current = null
        return true
      },
    }
    Object.assign(PushManager.prototype, {
      subscribe: async () => (state.current = made),
      getSubscription: async () => state.current,
    })
  }, subscription)
}

async function deliver(page: Page, origin: string, data: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own !== undefined) resolve(own.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
}

test('a member switches push on, and a reminder that names no team appears as a notification', async ({
  page,
  pool,
  context,
}) => {
  const push = await startLocalPush()
  const { subscription } = push.subscribe()
  await context.grantPermissions(['notifications'], { origin: pool.url })
  await useLocalPushService(page, subscription)
  const mia = await pool.member('Mia Member')
  await signIn(page, mia)
  await page.goto('/account')
  await expect(card(page).getByText('Your club has not switched these messages on yet')).toBeVisible()
  await card(page).getByRole('button', { name: 'Switch push on' }).click()
  await expect(card(page).getByText('This device gets push messages.')).toBeVisible()
  await expect(card(page).getByRole('radio', { name: 'Both' })).toBeChecked()
  // The sticky top bar would cover fields that are scrolled under it.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)

  const { id: week } = await pool.admin.api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
  const lock_time = new Date(Date.now() + 100 * HOUR_MS).toISOString()
  await pool.admin.api.call('updateWeek', { params: { id: week }, body: { lock_time } })
  await mia.api.call('createEntry', { body: { user_id: mia.id, name: 'Lucky Mia' } })
  await pool.admin.api.call('updateReminders', { body: { enabled: true } })
  await pool.admin.api.call('sendReminders', { body: {} })
  await expect.poll(() => push.received.length).toBe(1)
  expect(push.problems).toEqual([])

  await deliver(page, pool.url, push.received[0]?.payload ?? '')
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, data: data as unknown }))
    })
  await expect.poll(shown).toEqual([
    {
      title: 'Your pick for week 1 is missing',
      body: expect.stringContaining('“Lucky Mia” has no pick for week 1 yet.') as unknown,
      data: { path: '/' },
    },
  ])

  await page.reload()
  await card(page).getByRole('radio', { name: 'None' }).check()
  await expect(card(page).getByRole('checkbox', { name: 'Results of the week' })).toBeDisabled()
  await push.stop()
})

test('messages are offered once, after the first saved pick, and not where they are on', async ({
  page,
  pool,
  context,
  openPage,
}) => {
  const push = await startLocalPush()
  await context.grantPermissions(['notifications'], { origin: pool.url })
  await useLocalPushService(page, push.subscribe().subscription)
  const { people } = await openWeek(
    pool,
    [
      ['DAL', 'GB'],
      ['KC', 'LV'],
    ],
    { Mia: { Ace: null }, Otto: { Bolt: null }, Zoe: { Cub: null } },
  )
  const pick = async (screen: Page, entry: string, team: string) => {
    await screen.getByRole('button', { name: `Team for ${entry}` }).click()
    await screen.getByRole('dialog').getByRole('button', { name: team }).click()
    await screen.getByRole('article', { name: entry }).getByRole('button', { name: 'Submit Pick' }).click()
    await expect(screen.getByText('Pick saved')).toBeVisible()
  }
  // Nothing is offered in a club that sends no messages.
  const early = await openPage({ as: people.Zoe! })
  await early.context().grantPermissions(['notifications'], { origin: pool.url })
  await useLocalPushService(early, push.subscribe().subscription)
  await early.goto('/')
  const asked = early.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/notifications'))
  await pick(early, 'Cub', 'Dallas Cowboys')
  expect((await asked).ok()).toBe(true)
  expect(await people.Zoe!.api.call('getNotifications')).toMatchObject({ enabled: false })
  await waitUntilStill(early)
  await expect(early.getByRole('group', { name: 'Notifications' })).toHaveCount(0)

  await pool.admin.api.call('updateReminders', { body: { enabled: true } })
  const offer = page.getByRole('group', { name: 'Notifications' })
  await signIn(page, people.Mia!)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Team for Ace' })).toBeVisible()
  await expect(offer).toHaveCount(0)
  await pick(page, 'Ace', 'Dallas Cowboys')
  await expect(offer).toContainText('Get a message when a pick is missing or final.')
  await page.reload()
  await offer.getByRole('button', { name: 'No, thanks' }).click()
  await expect(offer).toHaveCount(0)
  await pick(page, 'Ace', 'Kansas City Chiefs')
  await page.reload()
  await expect(page.getByRole('article', { name: 'Ace' })).toContainText('Saved')
  await expect(offer).toHaveCount(0)

  // On another device, messages are on already.
  const other = await openPage({ as: people.Otto! })
  await other.context().grantPermissions(['notifications'], { origin: pool.url })
  await useLocalPushService(other, push.subscribe().subscription)
  await other.goto('/account')
  await card(other).getByRole('button', { name: 'Switch push on' }).click()
  await expect(card(other).getByText('This device gets push messages.')).toBeVisible()
  await other.getByRole('link', { name: 'Dashboard' }).first().click()
  await pick(other, 'Bolt', 'Dallas Cowboys')
  await expect.poll(() => other.evaluate(() => localStorage.getItem('notification-offer'))).toBe('open')
  await expect(other.getByRole('group', { name: 'Notifications' })).toHaveCount(0)
  await push.stop()
})
