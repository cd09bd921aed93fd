import { stripVTControlCharacters } from 'node:util'
import type { Page } from '@playwright/test'
import { test } from '../support/test.ts'
import { filled } from './list.ts'
import type { Answer, Place, Stage, Trigger, Triggers } from './trigger.ts'

/** For one step of a trigger. Generous: it only ends what hangs. */
const PATIENCE_MS = 30_000

const PLACES: Readonly<Record<Place, string>> = {
  alert: '[role="alert"]',
  field: '[role="alert"]',
  toast: 'output[aria-live="polite"]',
  status: 'main :is(output, [role="status"])',
  dialog: '[role="alertdialog"]',
  main: 'main',
  heading: 'main h1',
  link: 'main a',
}

/** Pulls every trigger of a group. Fails at the end, with all those whose message was not seen. */
export async function runAll<S extends Stage>(stage: S, triggers: Triggers<S>): Promise<void> {
  stage.page.setDefaultTimeout(PATIENCE_MS)
  const failures: string[] = []
  for (const [message, trigger] of Object.entries<Trigger<S>>(triggers)) {
    await test.step(message, async () => {
      const fault = await faultOf(stage, message, trigger)
      if (fault !== null) failures.push(`${message}\n  ${fault}`)
    })
  }
  if (failures.length > 0) throw new Error(`Messages that were not seen:\n${failures.join('\n')}`)
}

async function faultOf<S extends Stage>(stage: S, message: string, trigger: Trigger<S>): Promise<string | null> {
  const { page } = stage
  const { at, place, answers = {}, gaps = [], act } = trigger
  try {
    const instead = typeof answers === 'function' ? answers(stage) : answers
    for (const [call, answer] of Object.entries(instead)) await answerInstead(page, call, answer)
    const words = filled(message, typeof gaps === 'function' ? await gaps(stage) : gaps)
    await page.goto(at, { waitUntil: 'commit' })
    // Waiting begins before anything is done: a toast may be gone by the time a busy machine has told that a click is over.
    const sight = seen(page, place, words)
    sight.catch(() => undefined)
    await act?.(stage)
    await soon(sight, async () => `“${words}” did not show (${place}); shown there: ${await shownAt(page, place)}`)
    return null
  } catch (error) {
    return sentenceOf(error)
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
}

async function seen(page: Page, place: Place, words: string): Promise<void> {
  const exactly = `:text-is(${JSON.stringify(words)})`
  const shown = page.locator(`:is(${PLACES[place]})${exactly}, :is(${PLACES[place]}) ${exactly}`).first()
  await shown.waitFor({ timeout: 0 })
  if (place !== 'field') return
  const id = await shown.getAttribute('id')
  await page.locator(`[aria-invalid="true"][aria-describedby~="${id}"]`).waitFor()
}

async function answerInstead(page: Page, call: string, answer: Answer): Promise<void> {
  const [method = '', path = ''] = call.split(' ')
  // A pattern rather than a function: the browser then asks about these calls alone.
  const pattern = new RegExp(`^https?://[^/]+${path.replaceAll('*', '[^/?]+')}(?:\\?.*)?$`)
  await page.route(pattern, (route) => (route.request().method() === method ? answer(route) : route.fallback()))
}

async function soon(sight: Promise<void>, otherwise: () => Promise<string>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<'too late'>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, 'too late')
  })
  const first = await Promise.race([sight, patience]).finally(() => clearTimeout(timer))
  if (first === 'too late') throw new Error(await otherwise())
}

/** What people could read at such a place, for whoever mends it. */
async function shownAt(page: Page, place: Place): Promise<string> {
  const texts = await page.locator(PLACES[place]).allInnerTexts()
  const words = texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '')
  return words.length === 0 ? 'nothing' : words.map((text) => `“${text.slice(0, 120)}”`).join(', ')
}

/** The first lines tell; the rest is Playwright's log. */
function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return stripVTControlCharacters(text).split('\n').slice(0, 4).join(' ')
}
