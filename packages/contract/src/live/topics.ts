/** Topics a client can join over the live connection (decisions.md §Live protocol). */
export type Topic = `week:${number}` | `season:${number}` | 'pool' | `user:${number}` | 'admin'

export type ParsedTopic =
  | { readonly kind: 'week'; readonly weekId: number }
  | { readonly kind: 'season'; readonly seasonYear: number }
  | { readonly kind: 'pool' }
  | { readonly kind: 'user'; readonly userId: number }
  | { readonly kind: 'admin' }

const NUMBERED = /^(week|season|user):([1-9]\d{0,15})$/

/** Reads a topic's name; `undefined` when there can be no such topic. */
export function parseTopic(text: string): ParsedTopic | undefined {
  if (text === 'pool' || text === 'admin') return { kind: text }
  const [, kind, digits] = NUMBERED.exec(text) ?? []
  const number = Number(digits)
  // Any id that a route takes names a topic, though perhaps of nothing (fields/numbers.ts).
  if (!Number.isSafeInteger(number)) return undefined
  switch (kind) {
    case 'week':
      return { kind, weekId: number }
    case 'season':
      return { kind, seasonYear: number }
    case 'user':
      return { kind, userId: number }
    default:
      return undefined
  }
}

export const weekTopic = (weekId: number): `week:${number}` => `week:${weekId}`
export const seasonTopic = (seasonYear: number): `season:${number}` => `season:${seasonYear}`
export const userTopic = (userId: number): `user:${number}` => `user:${userId}`
