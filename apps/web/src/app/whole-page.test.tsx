import { afterEach, expect, it, vi } from 'vitest'
import { replaceWhenWhole } from './whole-page.ts'

afterEach(() => {
  vi.useRealTimers()
  document.getElementById('shown')?.remove()
})

/** Replaces a page by one that is loading. Returns that one. */
function open(): HTMLElement {
  const page = document.createElement('div')
  page.id = 'shown'
  page.textContent = 'What the server wrote'
  document.body.append(page)
  let next: HTMLElement = page
  replaceWhenWhole(page, (into) => {
    next = into
    next.innerHTML = '<main><section aria-busy="true">The pool now</section></main>'
  })
  return next
}

const shown = () => document.getElementById('shown')?.textContent

it('replaceWhenWhole keeps the page that is there until nothing of the next one is loading', async () => {
  const next = open()
  next.querySelector('section')!.innerHTML = '<span data-skeleton></span>'
  next.querySelector('section')!.ariaBusy = 'false'
  await Promise.resolve()
  expect(shown()).toBe('What the server wrote')
  next.querySelector('section')!.textContent = '16 of 17 entries still in'
  await vi.waitFor(() => expect(shown()).toBe('16 of 17 entries still in'))
})

it('replaceWhenWhole waits for a part that does not arrive only so long', async () => {
  vi.useFakeTimers()
  open()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(shown()).toBe('What the server wrote')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(shown()).toBe('The pool now')
})
