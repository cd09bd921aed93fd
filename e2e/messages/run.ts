import { stripVTControlCharacters } from 'node:util'
import type { Page } from '@playwright/test'
import { test } from '../support/test.ts'
import { fillPlaceholders } from './list.ts'
import type { MessageContext, Place, Respond, Trigger, Triggers } from './trigger.ts'

/** The timeout of one step. It only ends a hanging test. */
const TIMEOUT_MS = 60_000

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

/** Runs every trigger of a group. Fails at the end with all messages that did not appear. */
export async function expectMessages<C extends MessageContext>(context: C, triggers: Triggers<C>): Promise<void> {
  context.page.setDefaultTimeout(TIMEOUT_MS)
  const failures: string[] = []
  for (const [message, trigger] of Object.entries<Trigger<C>>(triggers)) {
    await test.step(message, async () => {
      const failure = await failureOf(context, message, trigger)
      if (failure !== null) failures.push(`${message}\n  ${failure}`)
    })
  }
  if (failures.length > 0) throw new Error(`Messages that did not appear:\n${failures.join('\n')}`)
}

async function failureOf<C extends MessageContext>(context: C, message: string, trigger: Trigger<C>): Promise<string | null> {
  const { page } = context
  const { path, place, responses = {}, values = [], act } = trigger
  try {
    const mocks = typeof responses === 'function' ? responses(context) : responses
    for (const [call, respond] of Object.entries(mocks)) await mockCall(page, call, respond)
    const text = fillPlaceholders(message, typeof values === 'function' ? await values(context) : values)
    await page.goto(path, { waitUntil: 'commit' })
    // The wait starts before the action, because a toast may disappear before a busy machine reports that the click is done.
    const appeared = waitForMessage(page, place, text)
    appeared.catch(() => undefined)
    await act?.(context)
    await withTimeout(appeared, async () => `“${text}” did not appear (${place}); shown there: ${await textsAt(page, place)}`)
    return null
  } catch (error) {
    return summarize(error)
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
}

async function waitForMessage(page: Page, place: Place, text: string): Promise<void> {
  const exactText = `:text-is(${JSON.stringify(text)})`
  const shown = page.locator(`:is(${PLACES[place]})${exactText}, :is(${PLACES[place]}) ${exactText}`).first()
  await shown.waitFor({ timeout: 0 })
  if (place !== 'field') return
  const id = await shown.getAttribute('id')
  await page.locator(`[aria-invalid="true"][aria-describedby~="${id}"]`).waitFor()
}

async function mockCall(page: Page, call: string, respond: Respond): Promise<void> {
  const [method = '', path = ''] = call.split(' ')
  // A pattern instead of a function, so that only matching requests are intercepted.
  const pattern = new RegExp(`^https?://[^/]+${path.replaceAll('*', '[^/?]+')}(?:\\?.*)?$`)
  await page.route(pattern, (route) => (route.request().method() === method ? respond(route) : route.fallback()))
}

async function withTimeout(appeared: Promise<void>, describeFailure: () => Promise<string>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, 'timeout')
  })
  const first = await Promise.race([appeared, timeout]).finally(() => clearTimeout(timer))
  if (first === 'timeout') throw new Error(await describeFailure())
}

/** Returns the visible texts at a place, for the failure message. */
async function textsAt(page: Page, place: Place): Promise<string> {
  const texts = await page.locator(PLACES[place]).allInnerTexts()
  const visible = texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '')
  return visible.length === 0 ? 'nothing' : visible.map((text) => `“${text.slice(0, 120)}”`).join(', ')
}

/** Returns the first lines of an error; the rest is Playwright's log. */
function summarize(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return stripVTControlCharacters(text).split('\n').slice(0, 4).join(' ')
}
