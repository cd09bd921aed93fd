import { useState } from 'react'

/** Reads a stored value; undefined when there is none or the browser blocks storage. */
export function getStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a value, or removes it when it is null. Does nothing when the browser blocks storage. */
export function setStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The choice applies until the page closes.
  }
}

/** Keeps one of the `allowed` values in component state and in storage. */
export function useStoredChoice<T extends string>(key: string, allowed: readonly T[], fallback: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => allowed.find((choice) => choice === getStored(key)) ?? fallback)
  return [
    value,
    (next) => {
      setValue(next)
      setStored(key, next)
    },
  ]
}
