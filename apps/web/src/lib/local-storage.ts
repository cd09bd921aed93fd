import { useState } from 'react'

/** Reads what was remembered on this device; undefined when there is nothing, or storage is blocked. */
export function remembered(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage is blocked: it holds until the page is left.
  }
}

/** A choice among `allowed` that this device remembers. */
export function useRemembered<T extends string>(key: string, allowed: readonly T[], fallback: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => allowed.find((one) => one === remembered(key)) ?? fallback)
  return [
    value,
    (next) => {
      setValue(next)
      remember(key, next)
    },
  ]
}
