import type { Page } from '@playwright/test'
import { seedSeason } from './support/season.ts'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expect, test } from './support/test.ts'

const lines = (page: Page) => page.getByRole('row', { name: /^Event \d/ })
const trail = (page: Page) => page.getByRole('region', { name: 'The trail' })

test('the audit trail filters by kind, week, entry and actor, and keeps the filters in the URL', async ({ page, pool }) => {
  const season = await seedSeason(pool, { members: 4, entriesPerMember: 1, weeks: 3 })
  const [first] = season.members
  const entry = season.entries.find(({ owner }) => owner === first)!
  await page.goto('/audit')
  await expect(lines(page).first()).toBeVisible()
  await expect(page.getByText('You see what is public. Sign in')).toBeVisible()
  await trail(page).getByLabel('Kind').selectOption('Picks')
  await trail(page)
    .getByLabel('Week')
    .selectOption({ label: `${season.seasonYear} • Week 1` })
  await expect(
    lines(page)
      .filter({ hasText: ` in week 1 of ${season.seasonYear}` })
      .first(),
  ).toBeVisible()
  await expect(lines(page).filter({ hasText: ' in week 2' })).toHaveCount(0)
  const name = trail(page).getByRole('combobox', { name: 'Person or entry' })
  await name.fill('Nobody at all')
  await expect(trail(page).getByText('Nobody here is called “Nobody at all”')).toBeVisible()
  await name.fill(entry.name)
  await name.press('Enter')
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(page)).toContainText(`picked ${entry.picks.get(1)} for`)
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('entry') === String(entry.id) && url.searchParams.get('kind') === 'pick',
  )
  await page.reload()
  await expect(lines(page)).toHaveCount(1)
  await page.getByRole('button', { name: /^Remove filter: About “/ }).click()
  await expect.poll(() => lines(page).count()).toBeGreaterThan(1)
  await lines(page).first().getByRole('button', { name: /^by / }).click()
  await expect(page.getByRole('button', { name: /^Remove filter: By \D+/ })).toBeVisible()
})

test('the audit trail shows a hidden pick only to its owner, and loads new events on request', async ({
  page,
  pool,
  openPage,
}) => {
  const season = await seedSeason(pool, { members: 2, entriesPerMember: 1, weeks: 2 })
  const entry = season.entries.find((one) => one.owner === season.members[0] && one.picks.has(2))!
  const hidden = `in week 2 of ${season.seasonYear}`
  await signIn(page, entry.owner)
  await page.goto(`/audit?kind=pick&entry=${entry.id}`)
  await expect(lines(page).first()).toContainText(`picked ${entry.picks.get(2)}`)
  for (const other of [await openPage(), await openPage({ as: pool.admin })]) {
    await other.goto(`/audit?kind=pick&entry=${entry.id}`)
    await expect(lines(other).first()).toContainText('in week 1')
    await expect(
      lines(other)
        .filter({ hasText: `picked ${entry.picks.get(2)} for` })
        .filter({ hasText: hidden }),
    ).toHaveCount(0)
  }
  const showNew = page.getByRole('button', { name: 'Show new events' })
  await expect(showNew).toHaveCount(0)
  const [pick] = (await entry.owner.api.call('entryPicks', { params: { id: entry.id } })).filter(
    ({ week_number }) => week_number === 2,
  )
  await entry.owner.api.call('clearPick', { params: { id: pick!.id } })
  await showNew.click()
  await expect(lines(page).first()).toContainText('cleared the pick')
  await expect(showNew).toHaveCount(0)
})

test('the audit page shows the pool after any event and rejects unknown positions', async ({ page, pool, problems }) => {
  problems.allow(/status of 404.*\/api\/audit\/at/)
  await seedSeason(pool, { members: 4, entriesPerMember: 2, weeks: 3, state: 'final' })
  const { position } = await pool.api().call('auditHead')
  await page.goto('/audit')
  await page.getByLabel('Position').fill(String(position))
  await page.getByRole('button', { name: 'Show the pool at this point' }).click()
  const summary = page.getByRole('region', { name: `The pool after event #${position}` })
  const { alive, out } = await pool.api().call('auditAt', { params: { position } })
  await expect(summary).toBeInViewport()
  await expect(summary.getByRole('button', { name: 'Next event' })).toBeDisabled()
  await expect(summary.getByRole('definition').nth(1)).toHaveText(String(alive))
  await expect(summary.getByRole('definition').nth(2)).toHaveText(String(out))
  await summary.getByRole('button', { name: 'Previous event' }).click()
  const before = page.getByRole('region', { name: `The pool after event #${position - 1}` })
  await before.getByRole('button', { name: 'Next event' }).click()
  await summary.getByRole('button', { name: 'Back to now' }).click()
  await expect(summary).toHaveCount(0)
  // From the end of the list, far below the card.
  await lines(page).last().scrollIntoViewIfNeeded()
  await lines(page).last().getByRole('button', { name: 'pool at this point' }).click()
  await expect(page.getByRole('region', { name: /^The pool after event/ })).toBeInViewport()
  await page.goto('/audit?kind=game')
  await expect(lines(page).filter({ hasText: 'is final' }).first()).toBeVisible()
  await page.goto('/audit?at=99999999')
  await expect(page.getByRole('alert')).toHaveText(/The log has no such position/)
})

test('the latest locked week is proved with one tap on a phone, without a choice', async ({ page, pool }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const season = await seedSeason(pool, { members: 4, entriesPerMember: 1, weeks: 3 })
  const last = season.weeks.findLast(({ number }) => number < season.current.number)!
  await page.goto('/audit')
  const verify = page.getByRole('button', { name: 'Verify', exact: true })
  await expect(verify).toBeInViewport()
  await verify.click()
  // An admin has overridden a pick of that week.
  const proved = `✓ Week ${last.number} is proved: nothing was changed without a record. 1 pick was changed after the lock by Ada Admin`
  await expect(page.getByText(proved)).toBeVisible()
})

test('verification of a proof that was tampered with fails and names the entry', async ({ page, pool }) => {
  const season = await seedSeason(pool, { members: 4, entriesPerMember: 1, weeks: 2, state: 'locked' })
  const verify = page.getByRole('region', { name: 'Verify a week' })
  await page.goto('/audit')
  await verify.getByRole('button', { name: 'Verify' }).click()
  await expect(verify.getByText(`Week ${season.current.number} is proved`)).toBeVisible()
  await page.route('**/proof', async (route) => {
    const response = await route.fetch()
    const proof = (await response.json()) as { leaves: { team_abbr: string | null }[] }
    const leaf = proof.leaves.find(({ team_abbr }) => team_abbr !== null)!
    leaf.team_abbr = leaf.team_abbr === 'KC' ? 'DAL' : 'KC'
    await route.fulfill({ response, json: proof })
  })
  await verify.getByRole('button', { name: 'Verify' }).click()
  await expect(verify.getByText('failed verification')).toBeVisible()
  await expect(verify.getByText(/do not match the commitments .* “.+”/)).toBeVisible()
})
