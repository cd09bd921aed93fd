import { readFile } from 'node:fs/promises'
import { rebuildProjections } from '@outlast/server/log/projections'
import { withClient } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { loseLastEvents, withLogDatabase } from '@outlast/testing/rewritten-log'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { visitAndCheck } from './support/log-check.ts'
import { seedSeason } from './support/season.ts'
import { expect, onEachScreen, test } from './support/test.ts'

// The database is really changed between two visits, as someone who controls the server could do it.

const warning = (page: Page) => page.getByRole('alert', { name: 'The pool’s record was changed' })

interface StoredRecord {
  readonly season_checked_at: string | null
  readonly head: { readonly position: number } | null
  readonly receipts: readonly { readonly position: number }[]
  readonly checked_at: string | null
}

const recordOf = (page: Page): Promise<StoredRecord | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('outlast.log') ?? 'null') as StoredRecord | null)

/** Waits until the page has checked the log, which it does in the background. */
const waitForCheck = (page: Page) => expect.poll(async () => (await recordOf(page))?.head?.position ?? 0).toBeGreaterThan(0)

const tamper = (connectionString: string, ...statements: readonly string[]) =>
  withClient(connectionString, async (client) => {
    await client.query('SET session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
  })

/** Changes an event, and recomputes every hash from there on. */
const rewriteFrom = (position: number) => `
  DO $$
  DECLARE one record; previous bytea;
  BEGIN
    UPDATE events SET event_hash = sha256('rewritten') WHERE position = ${position};
    SELECT hash INTO previous FROM events WHERE position = ${position - 1};
    FOR one IN SELECT position, event_hash FROM events WHERE position >= ${position} ORDER BY position LOOP
      previous := sha256(previous || one.event_hash);
      UPDATE events SET hash = previous WHERE position = one.position;
    END LOOP;
    UPDATE log_head SET hash = previous;
  END $$`

test.beforeEach(({ page }) => page.clock.install())

onEachScreen(() => {
  test('a log that was rewritten between two visits is reported at the next one, until the member accepts it', async ({
    page,
    pool,
  }) => {
    await seedSeason(pool, { members: 2, entriesPerMember: 1, weeks: 2 })
    await visitAndCheck(page, '/')
    await waitForCheck(page)
    const { position } = await pool.api().call('auditHead')
    await tamper(pool.connectionString, rewriteFrom(position - 5))
    // The server reads its log again after a second, so the check begins some seconds later, as it does for members.
    await page.reload()
    await expect(warning(page)).toBeVisible()
    await expect(warning(page)).toContainText(`an event up to #${position} was changed`)
    await expectAccessible(page)
    await visitAndCheck(page)
    await expect(warning(page)).toBeVisible()
    const download = page.waitForEvent('download')
    await warning(page).getByRole('button', { name: 'Save evidence' }).click()
    const evidence = JSON.parse(await readFile(await (await download).path(), 'utf8')) as { address: string; problems: object[] }
    expect([evidence.address, evidence.problems]).toEqual([pool.url, [expect.objectContaining({ kind: 'rewritten' })]])
    await warning(page).getByRole('button', { name: 'Accept the pool’s record' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Accept' }).click()
    await expect(warning(page)).toHaveCount(0)
    await visitAndCheck(page)
    await waitForCheck(page)
    await expect(warning(page)).toHaveCount(0)
  })
})

onEachScreen(() => {
  test('a warning that was false is withdrawn at the next visit, with a note that can be closed', async ({ page, pool }) => {
    await seedSeason(pool, { members: 2, entriesPerMember: 1, weeks: 2 })
    await visitAndCheck(page, '/')
    await waitForCheck(page)
    // As an earlier version left it: a signed head from within the second in which its head was kept.
    await page.evaluate(() => {
      const record = JSON.parse(localStorage.getItem('outlast.log') ?? '{}') as object
      const sentence = 'The log has 4 events. The pool has already signed 6.'
      const problems = [{ kind: 'shorter', sentence, found_at: '2030-09-08T16:00:00.000Z', evidence: {} }]
      localStorage.setItem('outlast.log', JSON.stringify({ ...record, problems }))
    })
    await page.reload()
    await expect(warning(page)).toBeVisible()
    await visitAndCheck(page)
    const note = page.getByRole('status', { name: 'The warning about the pool’s record is withdrawn' })
    await expect(note).toContainText('The pool has already signed 6.')
    await expect(warning(page)).toHaveCount(0)
    await expectAccessible(page)
    await note.getByRole('button', { name: 'Close' }).click()
    await expect(note).toHaveCount(0)
    await visitAndCheck(page)
    await expect(warning(page)).toHaveCount(0)
  })
})

test('a log that lost its newest events is reported', async ({ page, pool }) => {
  await seedSeason(pool, { members: 2, entriesPerMember: 1, weeks: 2 })
  await visitAndCheck(page, '/')
  await waitForCheck(page)
  await pool.restart(() =>
    withLogDatabase(pool.connectionString, async (db) => {
      await loseLastEvents(db, 2)
      await rebuildProjections(db)
    }),
  )
  await visitAndCheck(page)
  await expect(warning(page)).toContainText(/The log has \d+ events\. This device has already seen \d+/)
})

test('a member’s pick that the pool shows differently is reported at the next visit', async ({ page, pool }) => {
  const season = await seedSeason(pool, { members: 2, entriesPerMember: 1, weeks: 2 })
  const entry = season.entries.find(({ owner, picks }) => owner === season.members[0] && picks.has(1))!
  await signIn(page, entry.owner)
  await visitAndCheck(page, '/')
  await expect.poll(async () => (await recordOf(page))?.receipts.length ?? 0).toBeGreaterThan(0)
  expect(await page.evaluate(() => localStorage.getItem('outlast.log'))).not.toMatch(/team|nonce/)
  const [week] = season.weeks
  // The pool shows what it has folded, so that it is the answer that somebody has to change.
  await page.route(`**/api/entries/${entry.id}/picks`, async (route) => {
    const response = await route.fetch()
    const picks = (await response.json()) as { readonly week_id: number; readonly team_abbr: string }[]
    const swapped = picks.map((pick) =>
      pick.week_id === week!.id ? { ...pick, team_abbr: pick.team_abbr === 'KC' ? 'GB' : 'KC' } : pick,
    )
    await route.fulfill({ response, json: swapped })
  })
  await visitAndCheck(page)
  await expect(warning(page)).toContainText(`but ${entry.picks.get(1)} is recorded`)
})

test('picks, overrides and a rehearsal with site time cause no warning', async ({ page, pool }) => {
  const season = await seedSeason(pool, { members: 2, entriesPerMember: 1, weeks: 2 })
  const entry = season.entries.find(({ owner, picks }) => owner === season.members[0] && picks.has(2))!
  await signIn(page, entry.owner)
  await visitAndCheck(page, '/')
  await waitForCheck(page)
  const { admin } = pool
  const before = (await recordOf(page))!.head!.position
  const override = { entry_id: entry.id, week_id: season.weeks[0]!.id, team_abbr: 'NYJ', reason: 'a mail before the lock' }
  await admin.api.call('overridePick', { body: override }).catch(() => {})
  await pool.setSiteTime('2031-01-01T00:00:00Z')
  await pool.setSiteTime('2030-01-01T00:00:00Z')
  await visitAndCheck(page)
  await expect.poll(async () => (await recordOf(page))?.head?.position ?? 0).toBeGreaterThan(before)
  await expect(warning(page)).toHaveCount(0)
})

test('an entry that is deleted during the check is skipped, and the other entries are still checked', async ({
  page,
  pool,
  problems,
}) => {
  problems.allow(/status of 404.*\/api\/entries\/\d+\/history\)$/)
  const season = await seedSeason(pool, { members: 2, entriesPerMember: 2, weeks: 2 })
  const [first, second] = season.entries.filter(({ owner, picks }) => owner === season.members[0] && picks.has(1))
  await signIn(page, first!.owner)
  await page.route(`**/api/entries/${first!.id}/history`, async (route) => {
    await route.fulfill({ status: 404, json: { error: 'Entry not found', code: 'not_found' } })
  })
  await tamper(
    pool.connectionString,
    `UPDATE events SET data = jsonb_set(data, '{team}', CASE data ->> 'team' WHEN 'KC' THEN '"GB"'::jsonb ELSE '"KC"' END)
     WHERE type = 'PickSubmitted' AND data ->> 'entryId' = '${second!.id}' AND data ->> 'weekId' = '${season.weeks[0]!.id}'`,
  )
  await visitAndCheck(page, '/')
  await expect(warning(page)).toContainText(`The pool shows ${second!.picks.get(1)} for “${second!.name}” in week 1`)
})
