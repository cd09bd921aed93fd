import { eventually, PASSWORD, startLocalPush } from '@outlast/testing'
import { startLocalWebhook } from '@outlast/testing/fakes/local-webhook'
import { ZONE_AT_NOON } from '@outlast/testing/zone-at-noon'
import { expectAccessibleOnEachScreen } from './support/axe.ts'
import { expect, test } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

test('the desk says whom messages do not reach, that a browser rests after five failures, and what to do', async ({
  openPage,
  pool,
}) => {
  const push = await startLocalPush()
  const chat = await startLocalWebhook()
  chat.failWith(500)
  const { api } = pool.admin
  const mia = await pool.member('Mia Member')
  const { subscription } = push.subscribe()
  push.answerWith(subscription.endpoint, 500)
  await mia.api.call('addPushSubscription', { body: subscription })
  await api.call('updateReminders', { body: { enabled: true } })
  await mia.api.call('updateNotifications', { body: { channel: 'push', news: { rules: true }, time_zone: ZONE_AT_NOON } })
  await api.call('createWebhook', { body: { url: chat.url, label: 'Our chat' } })
  await api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
  for (let change = 1; change <= 5; change += 1) {
    await api.call('updateRules', { body: { missed_pick: change % 2 === 1 ? 'eliminated' : 'survives' } })
    await eventually(() => expect(push.attempts(subscription.endpoint)).toBeGreaterThanOrEqual(change))
  }
  await api.call('updateWeek', { params: { id: 1 }, body: { lock_time: '2020-01-01T00:00:00Z' } })
  await eventually(async () => {
    const rows = (await api.call('deliveries')).not_delivered
    expect(rows.find(({ channel }) => channel === 'push')?.rests_until).toEqual(expect.any(String))
    expect(rows.some(({ channel }) => channel === 'webhook')).toBe(true)
  })

  const page = await openPage({ as: pool.admin })
  await page.goto('/admin')
  const notice = page.getByRole('complementary', { name: /^Not delivered: / })
  const byPush = notice.getByRole('region', { name: 'By push, not delivered' })
  await expect(byPush.getByRole('listitem')).toHaveCount(1)
  await expect(byPush).toContainText('Mia Member')
  await expect(byPush).toContainText('Rests')
  await expect(byPush).toContainText(
    '5 messages (news). The push service answered 500. It failed five times in a row and rests until',
  )
  await expect(byPush).toContainText('switch push off and on again')
  const inChat = notice.getByRole('region', { name: 'In the chat, not delivered' })
  await expect(inChat).toContainText('Our chat')
  await expectAccessibleOnEachScreen(page, 'not-delivered')
  await inChat.getByRole('link', { name: 'Club Chat' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Club Chat')
  await chat.stop()
  await push.stop()
})

test.describe('behind a proxy that tells network addresses', () => {
  test.use({ poolOptions: { config: { trustProxy: 1 } } })

  test('an admin sees the accounts and entries that one address made, and removes them at once', async ({ openPage, pool }) => {
    /** Sends a call as the proxy passes it on, from a stranger's address. */
    const send = async (path: string, body: object, token = '') => {
      const response = await fetch(pool.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': '203.0.113.9',
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      })
      expect(response.ok).toBe(true)
      return (await response.json()) as { readonly token: string; readonly user: { readonly id: number } }
    }
    await pool.admin.api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
    const mia = await pool.member('Mia Member')
    await mia.api.call('createEntry', { body: { user_id: mia.id, name: 'Lucky Mia' } })
    for (const name of ['Robin', 'Sasha', 'Toni']) {
      const body = { email: `${name}@crowd.example`, password: PASSWORD, first_name: name, last_name: 'Crowd' }
      const { token, user } = await send('/api/auth/register', body)
      for (const n of [1, 2]) await send('/api/entries', { user_id: user.id, name: `${name} ${n}` }, token)
    }

    const page = await openPage({ as: pool.admin })
    await recordToasts(page)
    await page.goto('/admin')
    const card = page.getByRole('region', { name: 'New accounts and entries' })
    await expect(card).toContainText('In the last hour: 5 accounts and 7 entries.')
    const row = card.getByRole('listitem').filter({ hasText: '3 accounts and 6 entries from one address' })
    await row.getByRole('button', { name: 'Show names' }).click()
    await expect(row).toContainText('Sasha Crowd (Sasha@crowd.example, 2 entries)')
    await expectAccessibleOnEachScreen(page, 'newcomers')
    await row.getByRole('button', { name: 'Remove 3 accounts and 6 entries from one address' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Remove 3 accounts and 6 entries?' })
    await expect(dialog).toContainText('Robin Crowd')
    await expect(dialog).not.toContainText('Mia')
    await expectAccessibleOnEachScreen(page, 'newcomers-dialog')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, '3 accounts and 6 entries removed')
    await expect(row).toBeHidden()
    await expect(card).toContainText('In the last hour: 2 accounts and 1 entry.')
    expect((await pool.admin.api.call('adminListUsers')).map(({ email }) => email).sort()).toEqual(
      [pool.admin.email, mia.email].sort(),
    )
    expect(await mia.api.call('getDashboard')).toMatchObject({ entries: [{ name: 'Lucky Mia' }] })
  })
})
