import type { Page } from '@playwright/test'

/** A text on the screen with its computed size and its box, in CSS pixels. */
interface TextBox {
  readonly text: string
  readonly fontSize: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Measures every visible text within an element: as wide as it is painted, as high as its lines. */
export const textBoxes = (page: Page, within = 'main'): Promise<readonly TextBox[]> =>
  page.evaluate((selector) => {
    const isHidden = (element: Element): boolean => {
      const { opacity, visibility, overflowX } = getComputedStyle(element)
      const { width, height } = element.getBoundingClientRect()
      const isForScreenReaders = overflowX !== 'visible' && (width <= 1 || height <= 1)
      if (opacity === '0' || visibility === 'hidden' || isForScreenReaders) return true
      return element.parentElement !== null && isHidden(element.parentElement)
    }
    /** Cuts a box where an ancestor cuts it. */
    const cut = (element: Element, [left, right]: readonly [number, number]): readonly [number, number] => {
      const box = element.getBoundingClientRect()
      const inside =
        getComputedStyle(element).overflowX === 'visible'
          ? ([left, right] as const)
          : ([Math.max(left, box.left), Math.min(right, box.right)] as const)
      return element.parentElement === null ? inside : cut(element.parentElement, inside)
    }
    const boxes: TextBox[] = []
    for (const element of document.querySelectorAll(`${selector} *`)) {
      const nodes = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
      if (nodes.length === 0 || isHidden(element)) continue
      const rects = nodes.flatMap((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return [...range.getClientRects()]
      })
      const [left, right] = cut(element, [
        Math.min(...rects.map((rect) => rect.left)),
        Math.max(...rects.map((rect) => rect.right)),
      ])
      const { top, bottom } = element.getBoundingClientRect()
      const fontSize = Number.parseFloat(getComputedStyle(element).fontSize)
      boxes.push({ text: nodes.map((node) => node.textContent).join(''), fontSize, left, top, right, bottom })
    }
    return boxes
  }, within)

const TOLERANCE = 1

/** Returns what is wrong with texts on a screen: too small, outside, or over each other. Empty when nothing is. */
export function faultsOf(
  boxes: readonly TextBox[],
  screen: { width: number; height: number; minSize: number },
): readonly string[] {
  const say = ({ text, left, top, right, bottom }: TextBox): string =>
    `“${text}” (${[left, top, right, bottom].map(Math.round).join(' ')})`
  const small = boxes.filter(({ fontSize }) => fontSize < screen.minSize - 0.01)
  const outside = boxes.filter(
    ({ left, top, right, bottom }) => left < 0 || top < 0 || right > screen.width || bottom > screen.height,
  )
  const pairs = boxes.flatMap((a, index) => boxes.slice(index + 1).map((b) => [a, b] as const))
  const over = pairs.filter(
    ([a, b]) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > TOLERANCE &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > TOLERANCE,
  )
  return [
    ...small.map((box) => `${say(box)} has ${box.fontSize} px`),
    ...outside.map((box) => `${say(box)} is outside the screen`),
    ...over.map(([a, b]) => `${say(a)} and ${say(b)} overlap`),
  ]
}
