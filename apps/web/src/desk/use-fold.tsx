import { type ReactNode, useState } from 'react'
import { formatNumber } from '../lib/numbers.ts'
import { Button } from '../ui/button.tsx'

/**
 * Shows the first rows of a list, and all of them on demand, so that a long list leaves the rest of the desk in sight.
 * @param most how many rows are shown at first. A list that is one longer is shown whole.
 * @param noun what the rows are, in the plural
 * @returns the rows to show, and the button that shows all of them; null where nothing is folded
 */
export function useFold<T>(rows: readonly T[], most: number, noun: string): readonly [readonly T[], ReactNode] {
  const [isOpen, setOpen] = useState(false)
  if (rows.length <= most + 1) return [rows, null]
  return [
    isOpen ? rows : rows.slice(0, most),
    <div key="fold">
      <Button size="small" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Show fewer' : `Show all ${formatNumber(rows.length)} ${noun}`}
      </Button>
    </div>,
  ]
}
