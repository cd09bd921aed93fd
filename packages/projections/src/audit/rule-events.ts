import type { RuleEvent } from '@outlast/contract/proof/constitution'
import { does, eventsThat, type RecordedEvent } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { eventColumns, eventOfRow, literals, type LogRow } from '../log/event-rows.ts'

/**
 * Reads every change of the rules and every start of a season, in the order of the log, with the names that the audit trail shows.
 * Raw SQL, because the columns of the log are a fragment that other queries share.
 */
export async function ruleEvents(db: QueryExecutorProvider): Promise<readonly RuleEvent[]> {
  const { rows } = await sql<LogRow & { readonly actor_name: string | null }>`
    SELECT ${eventColumns}, actor.first_name || ' ' || actor.last_name AS actor_name
    FROM events AS e LEFT JOIN accounts AS actor ON actor.user_id = (e.metadata ->> 'actor')::bigint
    WHERE e.stream = 'pool' AND e.type IN (${literals(eventsThat('sets_rules'))}) ORDER BY e.position`.execute(db)
  return rows.flatMap((row) => {
    const recorded = eventOfRow(row)
    const { position, recordedAt: recorded_at, siteTime: site_time, metadata } = recorded
    const actor = { id: metadata.actor, name: row.actor_name, role: metadata.role }
    const event = factOf(recorded)
    return event === undefined ? [] : [{ position, recorded_at, site_time, actor, request_id: metadata.request_id, event }]
  })
}

function factOf(event: RecordedEvent): RuleEvent['event'] | undefined {
  if (!does(event, 'sets_rules')) return undefined
  switch (event.type) {
    case 'PoolRulesChanged':
      return { type: event.type, rules: event.data.rules }
    case 'SeasonStarted':
      return { type: event.type, seasonYear: event.data.seasonYear }
    default:
      return event satisfies never
  }
}
