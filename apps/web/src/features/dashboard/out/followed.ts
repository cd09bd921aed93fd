import { useState } from 'react'
import { getStored, setStored } from '../../../lib/local-storage.ts'
import { parseId } from '../../../lib/numbers.ts'

/** The entry of a season that a member follows after their own are out, kept on this device; null without one. */
export function useFollowed(seasonYear: number): readonly [id: number | null, follow: (id: number | null) => void] {
  const key = `follow-${seasonYear}`
  const [id, setId] = useState(() => parseId(getStored(key) ?? '') ?? null)
  const follow = (next: number | null): void => {
    setId(next)
    setStored(key, next === null ? null : String(next))
  }
  return [id, follow]
}
