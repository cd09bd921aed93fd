import { formatCount } from '../../lib/numbers.ts'

/** How long ago something happened: `12 s`, `4 min`, `3 h`. */
export function agoText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : formatCount(Math.floor(seconds / 86_400), 'day')
}
