/** How long at most the page that is there stays, in milliseconds, although something of the next one is still loading. */
const LONGEST_MS = 4_000

/** Renders a page beside the one that is there, and puts it in its place once nothing of it is loading any more. */
export function replaceWhenWhole(root: HTMLElement, render: (into: HTMLElement) => void): void {
  const next = document.createElement('div')
  next.id = root.id
  const replace = (): void => {
    observer.disconnect()
    clearTimeout(timer)
    root.replaceWith(next)
  }
  const observer = new MutationObserver(() => isWhole(next) && replace())
  observer.observe(next, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })
  const timer = setTimeout(replace, LONGEST_MS)
  render(next)
}

const isWhole = (page: HTMLElement): boolean =>
  page.querySelector('main section') !== null &&
  page.querySelector('[aria-busy="true"], [data-skeleton], [data-page-loading]') === null
