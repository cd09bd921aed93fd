import { DISPLAY_MODES } from './support/display-mode.ts'
import { visitAndCheck } from './support/log-check.ts'
import { seedSeason } from './support/season.ts'
import { onEachScreen, test } from './support/test.ts'
test('shots', async ({ pool, openPage }) => {
  test.setTimeout(300_000)
  await seedSeason(pool, { members: 2, entriesPerMember: 1, weeks: 2 })
  for (const mode of DISPLAY_MODES) {
    const page = await openPage({ mode })
    await page.clock.install()
    await visitAndCheck(page, '/')
    await page.evaluate(() => {
      const at = '2030-09-08T16:00:00.000Z'
      const problems = [{ kind: 'shorter', subject: 'chain', sentence: 'The log has 4 events. The pool has already signed 6.', found_at: at, withdrawn_at: at, evidence: {} }]
      localStorage.setItem('outlast.log', JSON.stringify({ withdrawn: problems }))
    })
    await page.reload()
    await page.getByRole('status', { name: /withdrawn/ }).waitFor()
    await page.screenshot({ path: `/tmp/shot-${mode.name.replace(/\W+/g, '-')}.png` })
    await page.close()
  }
})
void onEachScreen
