import { useMemo } from 'react'

/** The same array as long as the numbers in it are the same: what is made of it then stays too. */
export function useSameNumbers(numbers: readonly number[]): readonly number[] {
  const text = numbers.join(',')
  return useMemo(() => (text === '' ? [] : text.split(',').map(Number)), [text])
}
