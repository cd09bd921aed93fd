import { expect } from '@playwright/test'
import { test } from './support/test.ts'

// The folder cannot be made, because a part of its path is a file.
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
