import { useState } from 'react'

/** Reads what was getStored on this device; undefined when there is nothing, or storage is blocked. */
export function getStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function setStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage is blocked: it holds until the page is left.
  }
}

/** A choice among `allowed` that this device remembers. */
export function useStoredChoice<T extends string>(key: string, allowed: readonly T[], fallback: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => allowed.find((one) => one === getStored(key)) ?? fallback)
  return [
    value,
    (next) => {
      setValue(next)
      setStored(key, next)
    },
  ]
}
