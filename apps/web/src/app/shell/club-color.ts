import { useEffect } from 'react'
import { getStored, setStored } from '../../lib/local-storage.ts'
import { useTopicView } from '../../live/use-topic.ts'

const KEY = 'accent'

/** Applies the accent that this device remembers, so that the app does not change its color while it loads. */
export const applyStoredAccent = (): void => applyAccent(getStored(KEY) ?? '')

function applyAccent(declarations: string): void {
  document.documentElement.style.cssText = declarations
}

/** Keeps the app's accent that of the club's color. Without one, tokens.css applies. */
export function useClubColor(): void {
  const color = useTopicView('pool', (pool) => pool.club_color)
  useEffect(() => {
    if (color === undefined) return undefined
    let isCurrent = true
    const apply = (declarations: string): void => {
      if (!isCurrent) return
      applyAccent(declarations)
      setStored(KEY, declarations === '' ? null : declarations)
    }
    if (color === null || !CSS.supports('color', 'light-dark(#fff, #000)')) apply('')
    // Without the file, the accent stays as it is.
    else
      import('@outlast/contract/club-accent').then(
        ({ accentDeclarations }) => apply(accentDeclarations(color)),
        () => undefined,
      )
    return () => {
      isCurrent = false
    }
  }, [color])
}
