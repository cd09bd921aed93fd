import { readFileSync, writeFileSync } from 'node:fs'
import { ApiError } from '@outlast/contract'
import { POOL_TIME_ZONE } from '@outlast/domain'
import { generateSeason, losersOf, winnersOf } from '@outlast/seasons/season'
import type { Season } from '@outlast/seasons/season'
import { parseSeasonCsv } from '@outlast/server/feed/season-csv'
import { forEachConcurrently, type Member, runProgram } from '@outlast/testing'
import { sharedData } from '@outlast/testing/root'

const CONCURRENCY = 16
const HOUR_MS = 3_600_000
const SEED = 45
/** One entry in this many picks a loser each week, a different one each time: more than half are out after 18 weeks. */
const LOSERS = 31

/** Returns the season of 2025 with its results, or a generated one where that file is missing. */
export function seasonToPlay(): Season & { readonly isReal: boolean } {
  const file = sharedData('games-2025.csv')
  if (file !== undefined) return { ...parseSeasonCsv(readFileSync(file, 'utf8')), isReal: true }
  return { ...generateSeason({ seed: SEED, seasonYear: 2025 }), isReal: false }
}

/** Imports a season and lets members pick in each of its weeks, before its lock. Returns the number of picks. */
export async function playSeason(
  season: Season,
  weeks: number,
  { admin, members, dataDir, file }: { admin: Member; members: readonly Member[]; dataDir: string; file: string },
): Promise<number> {
  const setTime = (now: string) => admin.api.call('setSiteTime', { body: { now_iso: now } })
  await setTime(`${season.seasonYear}-08-01T12:00:00.000Z`)
  writeFileSync(file, toCsv(season, weeks))
  const imported = await runProgram(process.execPath, ['apps/server/src/main.ts', 'import', 'season', file], {
    env: { OUTLAST_DATA: dataDir },
  })
  if (imported.code !== 0) throw new Error(imported.err)
  const used = new Map<number, Set<string>>()
  let picks = 0
  for (const week of (await admin.api.call('listWeeks')).toSorted((a, b) => a.week_number - b.week_number)) {
    await setTime(new Date(Date.parse(week.lock_time) - 48 * HOUR_MS).toISOString())
    const games = season.weeks.get(week.week_number) ?? []
    const entries = members.flatMap((member) => member.entryIds.map((entryId) => ({ member, entryId })))
    await forEachConcurrently(
      entries,
      async ({ member, entryId }) => {
        const own = used.get(entryId) ?? new Set()
        const wantsWinner = (entryId + 5 * week.week_number) % LOSERS !== 0
        const free = (wantsWinner ? winnersOf(games) : losersOf(games)).filter((team) => !own.has(team))
        const team = free[(entryId * 7 + week.week_number) % Math.max(1, free.length)]
        if (team === undefined) return
        const body = { entry_id: entryId, week_id: week.id, team_abbr: team }
        // An entry that is out gets a refusal, like a member's.
        const accepted = await member.api.call('submitPick', { body }).catch(refusal)
        if (accepted === undefined) return
        used.set(entryId, own.add(team))
        picks += 1
      },
      CONCURRENCY,
    )
  }
  await setTime(new Date(Date.UTC(season.seasonYear + 1, 0, 31)).toISOString())
  await admin.api.call('setSiteTime', { body: {} })
  return picks
}

/** Returns undefined for a refusal by the rules. Throws any other error. */
function refusal(error: unknown): undefined {
  if (error instanceof ApiError && error.status < 500) return undefined
  throw error
}

/** Writes the games as the import reads them. */
function toCsv(season: Season, weeks: number): string {
  const rows = [...season.weeks].slice(0, weeks).flatMap(([week, games]) =>
    games.map(({ espnId, home, away, homeScore, awayScore, kickoff }) => {
      const local = Temporal.Instant.from(kickoff).toZonedDateTimeISO(POOL_TIME_ZONE)
      const time = local.toPlainTime().toString({ smallestUnit: 'minute' })
      return [season.seasonYear, week, local.toPlainDate(), time, away, home, awayScore, homeScore, espnId].join(',')
    }),
  )
  return ['season,week,gameday,gametime,away_team,home_team,away_score,home_score,espn_id', ...rows, ''].join('\n')
}
