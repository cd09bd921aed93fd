import { writeFile } from 'node:fs/promises'
import { merkleRoot, pickCommitment, TEAMS } from '@outlast/domain'
import { nodeHashing } from '@outlast/server/log/hashing'
import { rebuildProjections } from '@outlast/server/log/projections'
import { readEvents } from '@outlast/server/log/read'
import { SignedHeads } from '@outlast/server/log/signed-heads'
import type { StoredEvent } from '@outlast/server/log/stored-event'
import type { BrowserPool } from '@outlast/testing'
import { CHROMIUM_ARGS } from '@outlast/testing/browser/chromium'
import { createTemporaryFolder } from '@outlast/testing/files'
import { replaceLog, withLogDatabase, withMatchingHashes } from '@outlast/testing/rewritten-log'
import { chromium, type Page } from '@playwright/test'
import { visitAndCheck } from './support/log-check.ts'
import { seedSeason } from './support/season.ts'
import { expect, test } from './support/test.ts'

// What somebody who controls the server can change, and which browsers notice it without being asked (docs/proofs.md). Profiles are real
// folders, so that a browser is closed between two visits.

const WARNING = 'The pool’s record was changed'
const executablePath = process.env.CHROMIUM_PATH

/** Opens the pool in a browser with a profile, and closes the browser afterwards. */
async function visit(profile: string, pool: BrowserPool, look: (page: Page) => Promise<void>): Promise<void> {
  const options = { args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) }
  const context = await chromium.launchPersistentContext(profile, options)
  try {
    const page = await context.newPage()
    await page.clock.install()
    await visitAndCheck(page, pool.url)
    await look(page)
  } finally {
    await context.close()
  }
}

/** Waits until the browser has followed the log and checked the season, which it does in the background, and expects no warning. */
async function expectNoWarning(page: Page): Promise<void> {
  const checkedAt = () =>
    page.evaluate(() => {
      const record = JSON.parse(localStorage.getItem('outlast.log') ?? '{}') as {
        season_checked_at?: string
        problems?: object[]
      }
      return [record.season_checked_at ?? '', record.problems?.length]
    })
  await expect.poll(checkedAt).toEqual([expect.stringMatching(/^\d{4}-/), 0])
  await expect(page.getByRole('alert', { name: WARNING })).toHaveCount(0)
}

const expectWarning =
  (text: RegExp) =>
  async (page: Page): Promise<void> => {
    await expect(page.getByRole('alert', { name: WARNING })).toContainText(text)
  }

/** Changes a pick of the first week as carefully as possible: its commitment, the root of the lock, every hash, and the read models. */
async function rewriteOldPick(pool: BrowserPool, weekId: number, signsAgain: boolean): Promise<void> {
  const { leaves } = await pool.api().call('weekProof', { params: { id: weekId } })
  const victim = leaves.find(({ team_abbr }) => team_abbr !== null)!
  const change = (events: readonly StoredEvent[]): readonly StoredEvent[] => {
    const pick = events.findLast((event) => 'commitment' in event.data && event.data.commitment === victim.commitment)
    if (pick?.type !== 'PickSubmitted') throw new Error('the victim has no pick')
    const { entryId, weekId: week, nonce } = pick.data
    const { abbr: team } = TEAMS.find(({ abbr }) => abbr !== victim.team_abbr)!
    const commitment = pickCommitment(nodeHashing, nonce, entryId, week, team)
    const changed = leaves.map((leaf) => ({
      entryId: leaf.entry_id,
      commitment: leaf === victim ? commitment : leaf.commitment,
    }))
    return events.map((event) => {
      if (event === pick) return { ...pick, data: { ...pick.data, team, commitment } }
      if (event.type !== 'WeekLocked' || event.data.weekId !== week) return event
      return { ...event, data: { ...event.data, merkleRoot: merkleRoot(nodeHashing, changed) } }
    })
  }
  await pool.restart(() =>
    withLogDatabase(pool.connectionString, async (db) => {
      const events = withMatchingHashes(change(await readEvents(db, 0, 1_000_000)))
      await replaceLog(db, events)
      await rebuildProjections(db)
      if (signsAgain) await signAgain(pool, events)
    }),
  )
}

async function signAgain({ dataDir }: BrowserPool, events: readonly StoredEvent[]): Promise<void> {
  const heads = await SignedHeads.open(dataDir)
  const before = await heads.all()
  await writeFile(heads.file, '')
  for (const { position, signedAt } of before) await heads.sign(events[position - 1]!, signedAt)
}

interface Edit {
  readonly name: string
  readonly make: (pool: BrowserPool, weekId: number) => Promise<unknown>
  readonly before: RegExp
  /** Null: a browser that was never here cannot know. */
  readonly newcomer: RegExp | null
}

const EDITS: readonly Edit[] = [
  {
    name: 'an old pick',
    make: (pool, weekId) => rewriteOldPick(pool, weekId, false),
    before: /The log is not the one that this device has seen/,
    newcomer: /The log is not the one that the pool has signed/,
  },
  {
    name: 'an old pick, with the heads signed again',
    make: (pool, weekId) => rewriteOldPick(pool, weekId, true),
    before: /The log is not the one that this device has seen/,
    newcomer: null,
  },
]

for (const { name, make, before, newcomer } of EDITS) {
  const who = newcomer === null ? 'a browser that came before' : 'a browser that came before and by a new one'
  const title = `${name} that was changed in the database is reported by ${who}, without anybody asking`
  test(title, async ({ pool }) => {
    const season = await seedSeason(pool, { members: 3, entriesPerMember: 1, weeks: 3 })
    const known = createTemporaryFolder('profile')
    await visit(known, pool, expectNoWarning)
    const id = season.weeks[0]!.id
    const proof = async () => JSON.stringify(await pool.api().call('weekProof', { params: { id } }))
    const earlier = await proof()
    await make(pool, id)
    // The server reads a proof again after five seconds.
    await expect.poll(proof).not.toBe(earlier)
    await visit(known, pool, expectWarning(before))
    await visit(createTemporaryFolder('profile'), pool, newcomer === null ? expectNoWarning : expectWarning(newcomer))
  })
}

test('a season with overrides, eliminations by hand and missed picks causes no warning on the first visit', async ({ pool }) => {
  await seedSeason(pool, { members: 8, entriesPerMember: 2, weeks: 6, state: 'locked' })
  await visit(createTemporaryFolder('profile'), pool, expectNoWarning)
})
