import { expect, type Page } from '@playwright/test'

/** Keeps what the toasts of a page say, from its next load on: they are gone in 1.8 seconds, which a busy machine may look away for. */
export async function keepToasts(page: Page): Promise<void> {
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

/** Waits until a toast has said something; it counts once. */
export async function said(page: Page, words: string): Promise<void> {
  const take = (text: string): boolean => {
    const toasts = Reflect.get(window, 'toasts') as string[]
    const at = toasts.indexOf(text)
    if (at >= 0) toasts.splice(at, 1)
    return at >= 0
  }
  await expect.poll(() => page.evaluate(take, words), { message: `a toast: ${words}` }).toBe(true)
}
