import { expect } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { sendJson } from '@outlast/testing'
import { acceptAgain, refuseForLackOfSpace } from '@outlast/testing/postgres/full-disk'
import { test } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

test.describe('a pool whose folder of backups cannot be made', () => {
  // A part of its path is a file.
  test.use({
    poolOptions: { config: { backups: { folder: '/dev/null/club-backups', everyMs: 60_000, keep: 1 } }, servers: 0 },
  })

  test('the admins’ page warns that the last backup failed, without telling where backups are', async ({ pool, openPage }) => {
    const page = await openPage({ as: pool.admin })
    await expect(async () => {
      expect(await pool.admin.api.call('backupStatus')).toMatchObject({ problem: 'failed' })
    }).toPass()
    await page.goto('/admin')
    await expect(page.getByText('The last backup failed')).toBeVisible()
    await expect(page.getByText('There is no backup of this pool yet.')).toBeVisible()
    expect(await page.content()).not.toContain('club-backups')
  })
})

test('an admin switches daily backups on, sees when the last one was made, and makes another', async ({ pool, openPage }) => {
  const page = await openPage({ as: pool.admin })
  await recordToasts(page)
  await page.goto('/admin')
  await expect(page.getByText('Nothing is backed up')).toBeVisible()
  await page.getByRole('button', { name: 'Back up now, and every day' }).click()
  await expect(page.getByText(/^The last backup is from .* A new one is made every day\.$/)).toBeVisible()
  await expectToast(page, 'Backup made. The next one follows tomorrow')
  await expect(page.getByText('Nothing is backed up')).toBeHidden()
  const first = await pool.admin.api.call('backupStatus')
  expect(first).toMatchObject({ is_scheduled: true, problem: null })
  await page.getByRole('button', { name: 'Back up now', exact: true }).click()
  await expect(async () => {
    const second = await pool.admin.api.call('backupStatus')
    expect(Date.parse(second.last_success_at ?? '')).toBeGreaterThan(Date.parse(first.last_success_at ?? ''))
  }).toPass()
  await expectToast(page, 'Backup made')
  await expectAccessible(page)
})

test.describe('a pool whose address is that of the computer', () => {
  test.use({ poolOptions: { host: 'localhost' } })

  test('an admin reads that members cannot open the address, and what to do', async ({ pool, openPage }) => {
    const page = await openPage({ as: pool.admin })
    await page.goto('/admin')
    await expect(page.getByText(`Members cannot open ${pool.url}`)).toBeVisible()
    await expect(page.getByText('The address works on this computer only')).toBeVisible()
    await expect(page.getByText('can give the pool an address that members can open')).toBeVisible()
  })
})

test('an admin reads that the disk of the server is full, until it has space again', async ({ pool, openPage }) => {
  const { connectionString } = pool
  const page = await openPage({ as: pool.admin })
  await refuseForLackOfSpace(connectionString)
  const change = { first_name: 'Grace' }
  const refused = await sendJson<{ error: string }>('PATCH', `${pool.url}/api/account`, pool.admin.token, change)
  expect(refused).toMatchObject({ status: 503, body: { error: expect.stringContaining('so this was not stored') as unknown } })
  await expect(async () => expect(await pool.admin.api.call('serverStatus')).toMatchObject({ disk: 'full' })).toPass()
  await page.goto('/admin')
  await expect(page.getByText('The disk of the server is full')).toBeVisible()
  await expect(page.getByText('Nothing that was confirmed is lost')).toBeVisible()
  await expectAccessible(page)
  await acceptAgain(connectionString)
  await expect(async () => expect(await pool.admin.api.call('serverStatus')).not.toMatchObject({ disk: 'full' })).toPass()
  await page.reload()
  await expect(page.getByText('Nothing is backed up')).toBeVisible()
  await expect(page.getByText('The disk of the server is full')).toBeHidden()
})
