import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '@outlast/testing'
import sharp from 'sharp'
import { seedSeason } from '../support/season.ts'
import { expect, test } from '../support/test.ts'

/** The moving picture of the README: `npm run screenshots -- moving-picture`. */
const FILE = join(root, 'docs', 'images', 'lock.webp')

const FRAME_MS = 125
const BEFORE_THE_LOCK_MS = 3_000

test.use({ viewport: { width: 780, height: 620 }, colorScheme: 'light', contextOptions: { reducedMotion: 'no-preference' } })

test('films the lock of a week, its reveal, and the first scores', async ({ page, pool }) => {
  test.setTimeout(300_000)
  const season = await seedSeason(pool, { members: 16, entriesPerMember: 3, weeks: 5, clock: 'real' })
  const lock = (lock_time: string) =>
    pool.admin.api.call('updateWeek', { params: { id: season.current.id }, body: { lock_time } })
  await lock(new Date(Date.now() + 60_000).toISOString())
  await page.goto('/reveal')
  await expect(page.getByText(/picks so far/)).toBeVisible()

  const frames: Buffer[] = []
  const film = async (ms: number): Promise<void> => {
    for (const until = Date.now() + ms; Date.now() < until;) {
      const next = Date.now() + FRAME_MS
      frames.push(await page.screenshot())
      await sleep(Math.max(0, next - Date.now()))
    }
  }
  await lock(new Date(Date.now() + BEFORE_THE_LOCK_MS).toISOString())
  // The week opens for at most eight seconds.
  await film(BEFORE_THE_LOCK_MS + 10_000)
  await page.mouse.wheel(0, 160)
  await film(1_500)
  for (const points of [7, 14, 21]) {
    await season.updateGames((game, index) => ({
      ...game,
      status: 'in_progress',
      homeScore: index % 2 === 0 ? points : 3,
      awayScore: index % 2 === 0 ? 3 : points - 4,
      detail: 'Q2 5:00',
    }))
    await film(1_000)
  }
  const delay = frames.map((_, index) => (index === frames.length - 1 ? 2_000 : FRAME_MS))
  await sharp(frames, { join: { animated: true } })
    .webp({ quality: 75, effort: 6, loop: 0, delay })
    .toFile(FILE)
})
