import { type ReactNode, useCallback } from 'react'
import { api } from '../../../api/client.ts'
import { useQuery } from '../../../api/use-query.ts'
import { planSetAside } from '../../../pool/plan-set-aside.ts'
import { setAsideText } from '../../../pool/void-plan-text.ts'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'

interface NoPickReasonProps {
  readonly entry: BoardEntry
  readonly week: BoardWeek
  readonly games: readonly BoardGame[] | null
}

/** Why a pick that was made is none since the lock. The board has only picks that count, so it is read from the entry's history. */
export function NoPickReason({ entry: { id, several, used }, week, games }: NoPickReasonProps): ReactNode {
  const fetch = useCallback(() => api.call('entryHistory', { params: { id } }), [id])
  const { data: history } = useQuery(week.is_locked ? fetch : null, 'Failed to load history')
  const own = history?.weeks.find(({ week_id, slot = 1 }) => week_id === week.id && slot === (several?.slot ?? 1))
  const team = own === undefined ? null : planSetAside(own.changes)
  const why = team === null ? null : setAsideText(team, week.week_number, games ?? [], used)
  return why !== null && `: ${why}`
}
