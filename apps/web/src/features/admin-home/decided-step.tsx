import type { ReactNode } from 'react'
import { Champion } from '../../pool/champion/champion.tsx'
import type { CurrentWeek } from './use-desk.ts'
import { YearTurn } from './year-turn.tsx'

/** Who won, and the way to the next season. */
export function DecidedStep({ current: { pool, season } }: { readonly current: CurrentWeek }): ReactNode {
  return (
    <>
      <YearTurn pool={pool} season={season} />
      <Champion season={season} />
    </>
  )
}
