import { weekLabel } from '@outlast/domain/rules'
import { Badge } from '../ui/badge.tsx'
import { type GameLike, type StandingLike, standingText } from './pool-text.ts'

interface EntryStatusProps {
  readonly standing: StandingLike
  /** The game of the lost pick, whose score the badge shows. */
  readonly game?: GameLike | undefined
  /** Shows only "Alive" or "Out in week 4". */
  readonly short?: boolean | undefined
}

/** A badge that says whether an entry is alive, or when and why it was eliminated. */
export function EntryStatus({ standing, game, short = false }: EntryStatusProps) {
  const isAlive = standing.status === 'alive'
  const text = short && !isAlive ? `Out in week ${weekLabel(standing.eliminatedWeek)}` : standingText(standing, game)
  return (
    <Badge tone={isAlive ? 'win' : 'loss'}>
      <span aria-hidden="true">{isAlive ? '✓' : '✕'}</span>
      {text}
    </Badge>
  )
}
