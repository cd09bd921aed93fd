import { useMemo } from 'react'

/** Returns the same array while it contains the same numbers, so that memoized values stay valid. */
export function useStableNumbers(numbers: readonly number[]): readonly number[] {
  const text = numbers.join(',')
  return useMemo(() => (text === '' ? [] : text.split(',').map(Number)), [text])
}
