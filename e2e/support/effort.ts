import type { Locator } from '@playwright/test'

/** What a person needs for a click, including finding the button, and for one typed character, in seconds. */
const SECONDS = { click: 4, key: 0.35 } as const

/**
 * Counts the clicks and the typed characters of a person, and the pixels that the page is scrolled. It measures effort and not time, so a slow
 * machine changes nothing.
 */
export class Effort {
  #clicks = 0
  #keys = 0
  #pixels = 0

  async click(button: Locator): Promise<void> {
    this.#clicks += 1
    await this.see(button)
    await button.click()
  }

  /** Chooses an option of a list, which takes two clicks. */
  async choose(list: Locator, option: string | { readonly label: string }): Promise<void> {
    this.#clicks += 2
    await this.see(list)
    await list.selectOption(option)
  }

  /** Types into a field, which takes a click and one key per character. */
  async type(field: Locator, text: string): Promise<void> {
    this.#clicks += 1
    this.#keys += text.length
    await this.see(field)
    await field.fill(text)
  }

  /** Pastes a text: a click and one shortcut, whatever its length. */
  async paste(field: Locator, text: string): Promise<void> {
    this.#clicks += 1
    this.#keys += 2
    await this.see(field)
    await field.fill(text)
  }

  /** Chooses a file, which takes a click on the field and one in the list of files. */
  async chooseFile(
    field: Locator,
    file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer },
  ): Promise<void> {
    this.#clicks += 2
    await this.see(field)
    await field.setInputFiles(file)
  }

  /** Scrolls as far as it takes to see something whole, or its beginning if it is higher than the screen. */
  async see(what: Locator): Promise<void> {
    this.#pixels += Math.round(await what.evaluate(scrollTo))
  }

  get clicks(): number {
    return this.#clicks
  }

  /** How far was scrolled, in CSS pixels, within the page and within what scrolls on it. */
  get pixels(): number {
    return this.#pixels
  }

  /** Returns the seconds that a person needs for what was counted. */
  get seconds(): number {
    return this.#clicks * SECONDS.click + this.#keys * SECONDS.key
  }
}

/** Runs in the page. Bars that stay in place at its edges hide what is under them. */
function scrollTo(target: Element): number {
  const barAt = (y: number): DOMRect | undefined => {
    for (const element of document.elementsFromPoint(innerWidth / 2, y)) {
      for (let box: Element | null = element; box !== null; box = box.parentElement) {
        if (['fixed', 'sticky'].includes(getComputedStyle(box).position) && !box.contains(target))
          return box.getBoundingClientRect()
      }
    }
    return undefined
  }
  const scrollers: Element[] = []
  for (let box = target.parentElement; box !== null; box = box.parentElement) {
    const isScrolling = ['auto', 'scroll'].includes(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight
    if (isScrolling && box !== document.documentElement && box !== document.body) scrollers.push(box)
  }
  let pixels = 0
  for (const scroller of [...scrollers, document.documentElement]) {
    const isPage = scroller === document.documentElement
    const view = scroller.getBoundingClientRect()
    const top = isPage ? (barAt(1)?.bottom ?? 0) : view.top
    const bottom = isPage ? (barAt(innerHeight - 1)?.top ?? innerHeight) : view.bottom
    const shown = target.getBoundingClientRect()
    const below = Math.min(shown.bottom - bottom, shown.top - top)
    const by = shown.top < top ? shown.top - top : Math.max(0, below)
    const before = scroller.scrollTop
    scroller.scrollBy({ top: by, behavior: 'instant' })
    pixels += Math.abs(scroller.scrollTop - before)
  }
  return pixels
}
