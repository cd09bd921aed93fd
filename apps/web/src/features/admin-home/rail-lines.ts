import type { AdminView, GameInfo } from '@outlast/contract/live'
import { formatCount } from '../../lib/numbers.ts'
import type { WeekSummary } from './week-summary.ts'

/** What needs a hand, and what can be done about it. */
export interface RailLine {
  readonly id: 'missing' | 'games' | 'corrections' | 'claims' | 'approvals' | 'buybacks'
  readonly count: number
  /** The words after the count. */
  readonly text: string
  readonly action: string
  /** Where the action is done; the reminder is sent from the line itself. */
  readonly to?: string
}

interface RailFacts {
  readonly summary: WeekSummary | undefined
  readonly games: readonly GameInfo[]
  readonly admin: AdminView | undefined
  /** The times of the corrected scores of the current week, in the words of the page, the newest first. */
  readonly corrections: readonly string[]
}

/** Lists what needs an admin's hand, most urgent first. Missing picks are only counted: whose they are is nobody's business here. */
export function railLines({ summary, games, admin, corrections }: RailFacts): readonly RailLine[] {
  const missing = summary?.missing ?? 0
  const open = summary?.week.is_locked === true ? games.filter(isOpen).length : 0
  const claims = admin?.entries.filter((entry) => entry.payment_claimed_at !== null).length ?? 0
  const approvals = admin?.users.filter((user) => user.is_waiting).length ?? 0
  const buybacks = admin?.entries.filter((entry) => entry.buybacks.some(({ status }) => status === 'requested')).length ?? 0
  const lines: readonly RailLine[] = [
    { id: 'missing', count: missing, text: 'without a pick', action: 'Remind' },
    { id: 'games', count: open, text: `${open === 1 ? 'game' : 'games'} not final`, action: 'Games', to: '/admin/config' },
    {
      id: 'corrections',
      count: corrections.length,
      text: `${corrections.length === 1 ? 'correction' : 'corrections, the last'} at ${corrections[0] ?? ''}`,
      action: 'Audit',
      to: `/audit?kind=game&week=${summary?.week.id ?? ''}`,
    },
    { id: 'buybacks', count: buybacks, text: 'asking to buy back in', action: 'Answer', to: '#buybacks' },
    { id: 'approvals', count: approvals, text: 'waiting for approval', action: 'Decide', to: '#approvals' },
    {
      id: 'claims',
      count: claims,
      text: claims === 1 ? 'says “I have paid”' : 'say “I have paid”',
      action: 'Check',
      to: '/admin/payments',
    },
  ]
  return lines.filter(({ count }) => count > 0)
}

/** A cancelled game will not become final. What is undecided has a line of its own. */
const isOpen = ({ status, phase }: GameInfo): boolean =>
  status === 'scheduled' || (status === 'in_progress' && phase !== 'undecided')

/** How long ago something happened: `12 s`, `4 min`, `3 h`. */
export function agoText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : formatCount(Math.floor(seconds / 86_400), 'day')
}
