import { expect, type Page } from '@playwright/test'

/** Records the toasts of a page from its next load on. They disappear after 1.8 seconds, which a busy machine may miss. */
export async function recordToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const toasts: string[] = []
    Reflect.set(window, 'toasts', toasts)
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target.nodeName === 'OUTPUT') addedNodes.forEach((node) => toasts.push(node.textContent ?? ''))
      }
    }).observe(document, { childList: true, subtree: true })
  })
}

/** Waits for a recorded toast with the given text, and removes it from the record. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const takeToast = (expected: string): boolean => {
    const toasts = Reflect.get(window, 'toasts') as string[]
    const index = toasts.indexOf(expected)
    if (index >= 0) toasts.splice(index, 1)
    return index >= 0
  }
  await expect.poll(() => page.evaluate(takeToast, text), { message: `a toast: ${text}` }).toBe(true)
}
