import { type AcknowledgedPick, type Member, range, sendJson, teamAt } from '@outlast/testing'
import { type Check, info, isAtMost, isEmpty } from '../support/scenario.ts'

const AT_ONCE = 10

interface PickResponse {
  readonly code?: string
  readonly team_abbr?: string
  readonly receipt?: { readonly position: number }
}

/** One member changes a pick in a loop, and submits the same team in a loop. */
export async function floodWithPicks(url: string, weekId: number, member: Member, changes: number) {
  const [entryId = 0] = member.entryIds
  const submit = (team: string) =>
    sendJson<PickResponse>('POST', `${url}/api/picks`, member.token, { entry_id: entryId, week_id: weekId, team_abbr: team })
  const loop = async (team: (n: number) => string) => {
    const all: Awaited<ReturnType<typeof submit>>[] = []
    for (let n = 0; n < changes; n += AT_ONCE) all.push(...(await Promise.all(range(AT_ONCE).map((k) => submit(team(n + k))))))
    return all
  }
  const changed = await loop(teamAt)
  const refused = changed.filter(({ status }) => status === 429)
  const positions = new Set(changed.map(({ body }) => body.receipt?.position).filter((position) => position !== undefined))
  const kept = (await sendJson<PickResponse>('POST', `${url}/api/picks`, member.token, lastPick(entryId, weekId, changed))).status
  const same = await loop(() => lastPick(entryId, weekId, changed).team_abbr)
  const events = new Set(same.map(({ body }) => body.receipt?.position).filter((position) => position !== undefined))
  const checks: readonly Check[] = [
    info(`one member changes a pick ${changes} times`, `${positions.size} recorded, ${refused.length} × 429`),
    // The first pick, and a day's changes.
    isAtMost('changes of one entry that were recorded', 97, positions.size),
    isEmpty(
      'refused changes without Retry-After',
      refused.filter(({ headers }) => !headers.has('retry-after')),
    ),
    isEmpty('the last recorded team, submitted again: rejected', kept === 200 ? [] : [kept]),
    isAtMost('events of the same team, submitted again and again', 1, events.size),
  ]
  return { checks, acknowledged: acknowledgedOf(entryId, changed) }
}

/** Two responses may name the same pick, because a team that is picked already records nothing. */
function acknowledgedOf(entryId: number, responses: readonly { readonly body: PickResponse }[]): readonly AcknowledgedPick[] {
  const teams = new Map<number, string>()
  for (const { body } of responses) if (body.receipt !== undefined) teams.set(body.receipt.position, body.team_abbr ?? '')
  return [...teams].map(([position, team]) => ({ position, entryId, team }))
}

function lastPick(entryId: number, weekId: number, responses: readonly { readonly body: PickResponse }[]) {
  const last = responses
    .filter(({ body }) => body.receipt !== undefined)
    .toSorted((a, b) => (a.body.receipt?.position ?? 0) - (b.body.receipt?.position ?? 0))
    .at(-1)
  return { entry_id: entryId, week_id: weekId, team_abbr: last?.body.team_abbr ?? '' }
}
