import type { Page } from '@playwright/test'

/** What a page is made of, as a designer would count it. Lengths are in CSS pixels. */
export interface PageMeasures {
  /** Where headings and cards begin. */
  readonly leftEdges: readonly number[]
  /** Size, weight and face of every text, with an example. */
  readonly textStyles: readonly string[]
  /** The words of buttons that are filled with the accent or with red. */
  readonly filled: readonly string[]
  /** The widths of the teams' marks. */
  readonly marks: readonly number[]
  /** What scrolls up and down within the page, text fields aside. */
  readonly scrollers: readonly string[]
}

/** Counts what a page, or the dialog on it, is made of. */
export const measurePage = (page: Page): Promise<PageMeasures> =>
  page.evaluate(() => {
    const view = document.querySelector('[role=dialog]') ?? document.querySelector('main') ?? document.body
    const isShown = (element: Element): boolean => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
      // Texts for screen readers alone are in a box of one pixel.
      for (let box: Element | null = element; box !== null && box !== view; box = box.parentElement) {
        const { width, height } = box.getBoundingClientRect()
        if ((width <= 1 || height <= 1) && getComputedStyle(box).overflowX !== 'visible') return false
      }
      return true
    }
    const all = (selector: string): readonly HTMLElement[] => [...view.querySelectorAll<HTMLElement>(selector)].filter(isShown)
    const distinct = <T>(values: readonly T[]): readonly T[] => [...new Set(values)]
    const sorted = (values: readonly number[]): readonly number[] => distinct(values).toSorted((a, b) => a - b)
    const colorOf = (value: string): string => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.backgroundColor = value
      const color = getComputedStyle(probe).backgroundColor
      probe.remove()
      return color
    }
    const fills = ['var(--accent)', 'var(--loss)'].map(colorOf)
    const texts = all('*').filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== ''),
    )
    const faceOf = (element: Element): string => {
      const { fontFamily, fontSize, fontWeight } = getComputedStyle(element)
      return `${fontSize} ${fontWeight} ${fontFamily.split(',')[0] ?? ''}`
    }
    return {
      leftEdges: sorted(all('h1, h2, h3, section').map((element) => Math.round(element.getBoundingClientRect().left))),
      textStyles: [...Map.groupBy(texts, faceOf)]
        .map(([face, [first]]) => `${face}: ${first?.textContent.trim().slice(0, 24)}`)
        .toSorted(),
      filled: all('button, a').flatMap((element) =>
        fills.includes(getComputedStyle(element).backgroundColor) && !(element as HTMLButtonElement).disabled
          ? [element.textContent]
          : [],
      ),
      marks: sorted(all('[data-team-mark]').map((element) => Math.round(element.getBoundingClientRect().width))),
      scrollers: all('*').flatMap((element) => {
        const scrolls = ['auto', 'scroll'].includes(getComputedStyle(element).overflowY)
        // A dialog scrolls between its title and its buttons.
        const isBody = view.matches('[role=dialog]') && element.parentElement === view
        return scrolls &&
          !isBody &&
          element !== view &&
          element.tagName !== 'TEXTAREA' &&
          element.scrollHeight > element.clientHeight + 1
          ? [element.getAttribute('aria-label') ?? element.className]
          : []
      }),
    }
  })

/** Returns which texts of a page overlap others or leave the window. Empty when nothing does. */
export const strayTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    interface Line {
      readonly text: string
      readonly node: Node
      readonly box: DOMRect
    }
    const view = document.querySelector('[role=dialog]') ?? document.querySelector('main') ?? document.body
    const clips = new Map<Element, DOMRect>()
    const EVERYWHERE = new DOMRect(-1e6, -1e6, 2e6, 2e6)
    const meet = (a: DOMRect, b: DOMRect): DOMRect => {
      const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
      return new DOMRect(x, y, Math.max(0, Math.min(a.right, b.right) - x), Math.max(0, Math.min(a.bottom, b.bottom) - y))
    }
    /** The part of the page in which an element is painted. */
    const clipOf = (element: Element | null): DOMRect => {
      if (element === null || element === document.body) return EVERYWHERE
      const known = clips.get(element)
      if (known !== undefined) return known
      const outer = clipOf(element.parentElement)
      const { overflowX, position, display } = getComputedStyle(element)
      const isClipped = overflowX !== 'visible' && display !== 'contents' && position !== 'fixed'
      const clip = isClipped ? meet(outer, element.getBoundingClientRect()) : outer
      clips.set(element, clip)
      return clip
    }
    /** What stays in place while the rest scrolls lies over other texts on purpose. */
    const isSticky = (element: Element | null): boolean =>
      element !== null && element !== view && (getComputedStyle(element).position === 'sticky' || isSticky(element.parentElement))
    const lines: Line[] = []
    const walker = document.createTreeWalker(view, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      const parent = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (text === '' || parent === null) continue
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || parent.closest('select') !== null)
        continue
      const clip = clipOf(parent)
      if (clip.width <= 1 || clip.height <= 1 || isSticky(parent)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        // The ink of a line is lower than its font's box.
        const ink = meet(new DOMRect(rect.x, rect.y + rect.height * 0.2, rect.width, rect.height * 0.6), clip)
        if (ink.width > 1 && ink.height > 1) lines.push({ text, node, box: ink })
      }
    }
    lines.sort((a, b) => a.box.y - b.box.y)
    const say = ({ text, box }: Line) =>
      `“${text.slice(0, 40)}” (${[box.x, box.y, box.right, box.bottom].map(Math.round).join(' ')})`
    const faults = lines
      .filter(({ box }) => box.x < -1 || box.right > innerWidth + 1)
      .map((line) => `${say(line)} leaves the window`)
    lines.forEach((a, index) => {
      for (const b of lines.slice(index + 1)) {
        if (b.box.y > a.box.bottom - 1) break
        const isBeside = Math.min(a.box.right, b.box.right) - Math.max(a.box.x, b.box.x) <= 1
        const isThin = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.y, b.box.y) <= 1
        if (a.node !== b.node && !isBeside && !isThin) faults.push(`${say(a)} and ${say(b)} overlap`)
      }
    })
    const sideways = document.documentElement.scrollWidth - innerWidth
    return sideways > 0 ? [...faults, `the page is ${sideways} px wider than the window`] : faults
  })
