import { Badge } from '../ui/badge.tsx'
import { type GameLike, type StandingLike, standingText } from './pool-text.ts'

interface EntryStatusProps {
  readonly standing: StandingLike
  /** The game of the lost pick, to say how it was lost. */
  readonly game?: GameLike | undefined
  /** Only "Alive" or "Out in week 4". */
  readonly short?: boolean | undefined
}

/** Whether an entry is alive, else since when it is out, and why. */
export function EntryStatus({ standing, game, short = false }: EntryStatusProps) {
  const alive = standing.status === 'alive'
  const text = short && !alive ? `Out in week ${standing.eliminatedWeek}` : standingText(standing, game)
  return (
    <Badge tone={alive ? 'win' : 'loss'}>
      <span aria-hidden="true">{alive ? '✓' : '✕'}</span>
      {text}
    </Badge>
  )
}
