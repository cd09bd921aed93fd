import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Message, MESSAGES, QUOTED_WORDS } from './messages/list.ts'
import { expectMessages } from './messages/run.ts'
import { createMemberContext, memberTriggers } from './messages/triggers-member.ts'
import { createPeopleContext, peopleTriggers } from './messages/triggers-people.ts'
import { picksTriggers } from './messages/triggers-picks.ts'
import { createVisitorContext, visitorTriggers } from './messages/triggers-visitor.ts'
import { createWeeksContext, weeksTriggers } from './messages/triggers-weeks.ts'
import { expect, test } from './support/test.ts'

/** The trigger of every message. The type makes the compiler refuse a message without a trigger. */
const TRIGGERED: Readonly<Record<Message, unknown>> = {
  ...visitorTriggers,
  ...memberTriggers,
  ...peopleTriggers,
  ...picksTriggers,
  ...weeksTriggers,
}

/**
 * An optional file that is not part of this repository: the product's specification, which quotes every message. Where it
 * exists beside the checkout, a test compares the list of messages with it; everywhere else that test is not defined.
 */
const OPTIONAL_SPECIFICATION = new URL('../../shared/spec/pool.md', import.meta.url)

/** Where the app's words come from. */
const SOURCES = ['apps/web/src/', 'packages/contract/src/', 'packages/domain/src/', 'packages/views/src/'].map(
  (path) => new URL(`../${path}`, import.meta.url),
)

/** Messages that the app puts together from a verb, a word to type, or a name. */
const PUT_TOGETHER = /^(?:Activate|Eliminate) all entries|^Type DELETE|^Failed to sync from/

test.describe('the list of messages', () => {
  test('has a trigger for every message', () => {
    expect(Object.keys(TRIGGERED).sort()).toEqual([...MESSAGES].sort())
  })

  test('has only messages that are in the sources, word for word, or are put together there', () => {
    const sources = SOURCES.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => new URL(name, folder)),
    )
      .filter(({ pathname }) => /(?<!\.test)\.tsx?$/.test(pathname))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const parts = (message: string) => message.split(/\{[^}]*\}|…/).map((part) => part.trim())
    const fixed = MESSAGES.filter((message) => !PUT_TOGETHER.test(message))
    expect(fixed.filter((message) => !parts(message).every((part) => sources.includes(part)))).toEqual([])
  })

  if (!existsSync(OPTIONAL_SPECIFICATION)) return
  test('contains every message that the optional external specification quotes', () => {
    const chapters = readFileSync(OPTIONAL_SPECIFICATION, 'utf8').split(/^## (?=\d+\.)/m)
    const quoted = chapters
      .filter((chapter) => /^[58]\./.test(chapter))
      .flatMap((chapter) => Array.from(chapter.matchAll(/'([^'\n]+)'/g), ([, sentence = '']) => sentence))
    expect(quoted.length).toBeGreaterThan(80)
    const known = new Set<string>([...MESSAGES, ...QUOTED_WORDS])
    expect(quoted.filter((sentence) => !known.has(sentence))).toEqual([])
  })
})

/** The groups that take longest. `npm test` has the others, which show messages in each place. */
const LONG = { tag: '@long' }

test.describe('every message appears in its place', () => {
  test.beforeEach(({ problems }) => {
    // Each test visits dozens of screens, which takes minutes on a busy machine.
    test.setTimeout(600_000)
    problems.allow(/status of (?:4|5)\d\d/, /net::ERR_/)
  })

  test('for visitors', async ({ page, pool }) => {
    await expectMessages(await createVisitorContext(page, pool), visitorTriggers)
  })

  test('for members', LONG, async ({ page, pool, problems }) => {
    problems.allow(/TypeError/)
    await expectMessages(await createMemberContext(page, pool), memberTriggers)
  })

  test('for admins of users and payments', LONG, async ({ page, pool }) => {
    await expectMessages(await createPeopleContext(page, pool), peopleTriggers)
  })

  test('for admins of picks', async ({ page, pool }) => {
    await expectMessages(await createWeeksContext(page, pool), picksTriggers)
  })

  test('for admins of weeks', LONG, async ({ page, pool }) => {
    await expectMessages(await createWeeksContext(page, pool), weeksTriggers)
  })
})

test('a message from the server takes precedence over the app’s fallback', async ({ page, pool, problems }) => {
  problems.allow(/status of 401.*\/api\/auth\/login/)
  await page.goto('/auth')
  await page.getByLabel('Email').fill(pool.admin.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Email or password is not right')
  await expect(page.getByText('Login failed')).toHaveCount(0)
})
