import {
  type Consequences as DomainConsequences,
  consequencesToken,
  type EntryId,
  GAME_STATUSES,
  type Hashing,
  type VisiblePool,
  type WeekId,
  weekLabel,
  weeksWithHiddenPicks,
} from '@outlast/domain'
import * as z from 'zod'
import { MAX_PREVIEWED_CALLS, PREVIEWABLE_CALLS } from '../../endpoints.ts'
import { count, id, instant, season, teamAbbr, weekNo } from '../../fields/responses.ts'
import { listText } from '../../words.ts'

const part = z.record(z.string(), z.unknown(), { error: 'It must be an object' })

/** Calls as they would be sent, one after the other, with their parts in the forms of each call. */
export const previewBody = z.object({
  calls: z
    .array(
      z.object({
        call: z.enum(PREVIEWABLE_CALLS, { error: 'There is no preview of this call' }),
        params: part.optional(),
        query: part.optional(),
        body: part.optional(),
      }),
      { error: 'Give the calls' },
    )
    .min(1, 'Give at least one call')
    .max(MAX_PREVIEWED_CALLS, `Give at most ${MAX_PREVIEWED_CALLS} calls`),
  /** Whether calls that the rules refuse are counted and left out. Otherwise the preview fails with the first of them. */
  skip_refused: z.boolean({ error: 'It must be true or false' }).optional(),
})
export type PreviewBody = z.output<typeof previewBody>

const entry = z.strictObject({ id, name: z.string() })
const entries = z.array(entry)
const namedWeek = z.strictObject({ id, season_year: season, week_number: weekNo })
const setTime = z.strictObject({ at: instant, running: z.boolean() })
const champions = entries.nullable()
/** The season of the current week, and the champion that dashboard, desk and big screen show. `until`: when that of a season before leaves them. */
const seasonScreens = z.strictObject({
  season_year: season.nullable(),
  celebrated: z.strictObject({ season_year: season, champions: entries, until: instant.nullable() }).nullable(),
})
const finalScore = z.strictObject({ away_score: z.int(), home_score: z.int() })

/** What calls would change in the season of the current week. */
export const consequences = z
  .strictObject({
    /** To be sent with a single call as `Expected-Consequences`. */
    token: z.string(),
    out: entries,
    returned: entries,
    losing_lives: entries,
    regaining_lives: entries,
    removed: entries,
    alive_before: count,
    alive_after: count,
    /** Null while the season is running. */
    champions_before: champions,
    champions_after: champions,
    /** Weeks that lock at once, with how many entries are alive without a pick. What picks mean is shown after the lock only. */
    locks: z.array(z.strictObject({ week_id: id, without_pick: count })),
    /** Open weeks that lock earlier than before, within three hours, with the entries that are alive and have no pick in them. */
    near_locks: z.array(z.strictObject({ week_id: id, lock_time: instant, missing: entries })),
    /** Entries that have no pick in the weeks that lock, and go out with it when the games are over. */
    out_without_pick: entries,
    reopens: z.array(id),
    /** The games of the weeks that reopen. Members who pick there then know their results. */
    reopened_games: z.strictObject({ playing: count, over: count }),
    deleted_weeks: z.array(id),
    /** Picks that are deleted with their week or their entry. */
    lost_picks: count,
    /** Other picks in weeks that are locked, and in open weeks those of a team whose game has begun. `game` is that of the new team. */
    pick_changes: z.array(
      z.strictObject({
        entry,
        week_number: weekNo,
        from_team_abbr: teamAbbr.nullable(),
        /** A hidden pick is replaced. */
        from_hidden: z.literal(true).optional(),
        to_team_abbr: teamAbbr.nullable(),
        /** How many picks of the week the entry keeps when one of several is deleted. */
        picks_left: count.optional(),
        game: z
          .strictObject({
            status: z.enum(GAME_STATUSES),
            /** It is scheduled, and its kickoff has passed. */
            has_begun: z.literal(true).optional(),
            score: z.int().nullable(),
            opponent_score: z.int().nullable(),
          })
          .nullable(),
      }),
    ),
    /** Weeks whose hidden picks admins see from then on. */
    unmasks: z.array(id),
    /** Null unless another season is shown or joined, or the champion of the one before leaves the screens or comes back. */
    turn: z
      .strictObject({
        before: seasonScreens,
        after: seasonScreens,
        /** The season that was started: how many entries play it, and how many are asked. Null without one. */
        joining: z.strictObject({ season_year: season, joined: count, asked: count }).nullable(),
      })
      .nullable(),
    /** Other champions of the seasons that are not the current one. */
    former_titles: z.array(z.strictObject({ season_year: season, before: champions, after: champions })),
    /** Null if it stays the same. */
    current_week: z.strictObject({ before: namedWeek.nullable(), after: namedWeek.nullable() }).nullable(),
    /** Null if the clock stays the same. A side is null where it shows real time. */
    site_time: z.strictObject({ before: setTime.nullable(), after: setTime.nullable() }).nullable(),
    admins_added: z.array(id),
    admins_removed: z.array(id),
    /** Games whose final score would change. */
    corrections: z.array(
      z.strictObject({ away_team_abbr: teamAbbr, home_team_abbr: teamAbbr, before: finalScore, after: finalScore }),
    ),
    /** Games that become final although they are still being played or have not started. */
    unfinished: z.strictObject({ playing: count, not_started: count }),
    /** The same in a sentence that names the games; null without any. */
    unfinished_note: z.string().nullable(),
    /** Whether there are hidden picks. What they would mean is not known, so they count for nothing here. */
    hidden_picks_ignored: z.boolean(),
    /** The same in a sentence that names the weeks; null without any. */
    hidden_picks_note: z.string().nullable(),
    /** The call will wait for a second admin. Left out otherwise. */
    waits: z.literal(true).optional(),
    /** Calls that the rules refuse, with `skip_refused`. */
    refused: count,
    /** How many members own the entries whose standing changes. */
    members: count,
    /** The news that members get, as they like. Null where a week locks: what it reveals cannot be counted before. */
    messages: z.strictObject({ mails: count, pushes: count }).nullable(),
  })
  .meta({ id: 'Consequences' })
export type Consequences = z.output<typeof consequences>

/** @param pool the pool before the commands and after them: together they know every name */
export function toConsequences(
  pool: { readonly before: VisiblePool; readonly after: VisiblePool },
  found: DomainConsequences,
  hashing: Hashing,
): Omit<Consequences, 'messages' | 'refused'> {
  const nameOf = (id: EntryId) => ({ id, name: (pool.before.entries.get(id) ?? pool.after.entries.get(id))?.name ?? '' })
  const named = (ids: DomainConsequences['out']) => ids.map(nameOf)
  const weekOf = (id: WeekId | null) => {
    const week = id === null ? undefined : (pool.before.rounds.get(id) ?? pool.after.rounds.get(id))
    return week === undefined ? null : { id: week.id, season_year: week.seasonYear, week_number: week.weekNumber }
  }
  const screensOf = ({ seasonYear, celebrated }: NonNullable<DomainConsequences['turn']>['after']) => ({
    season_year: seasonYear,
    celebrated: celebrated && {
      season_year: celebrated.seasonYear,
      champions: named(celebrated.champions),
      until: celebrated.until,
    },
  })
  const { currentWeek, siteTime, turn } = found
  const hidden = weeksWithHiddenPicks(pool.before)
  return {
    token: consequencesToken(hashing, found),
    out: named(found.out),
    returned: named(found.returned),
    losing_lives: named(found.losingLives),
    regaining_lives: named(found.regainingLives),
    removed: named(found.removed),
    alive_before: found.alive.before,
    alive_after: found.alive.after,
    champions_before: found.champions.before && named(found.champions.before),
    champions_after: found.champions.after && named(found.champions.after),
    locks: found.locks.map(({ weekId, withoutPick }) => ({ week_id: weekId, without_pick: withoutPick })),
    near_locks: found.nearLocks.map(({ weekId, lockTime, withoutPick }) => ({
      week_id: weekId,
      lock_time: lockTime,
      missing: named(withoutPick),
    })),
    out_without_pick: named(found.outWithoutPick),
    reopens: [...found.reopens],
    reopened_games: found.reopenedGames,
    deleted_weeks: [...found.deletedWeeks],
    lost_picks: found.lostPicks,
    pick_changes: found.pickChanges.map(({ entryId, weekNumber, from, isFromHidden, to, left, game }) => ({
      entry: nameOf(entryId),
      week_number: weekNumber,
      from_team_abbr: from,
      ...(isFromHidden && { from_hidden: isFromHidden }),
      to_team_abbr: to,
      ...(left !== undefined && { picks_left: left }),
      game: game && {
        status: game.status,
        ...(game.hasBegun && { has_begun: game.hasBegun }),
        score: game.score,
        opponent_score: game.opponentScore,
      },
    })),
    unmasks: [...found.unmasks],
    turn: turn && {
      before: screensOf(turn.before),
      after: screensOf(turn.after),
      joining: turn.joining && { season_year: turn.joining.seasonYear, joined: turn.joining.joined, asked: turn.joining.asked },
    },
    former_titles: found.formerTitles.map((title) => ({
      season_year: title.seasonYear,
      before: title.before && named(title.before),
      after: title.after && named(title.after),
    })),
    current_week: currentWeek && { before: weekOf(currentWeek.before), after: weekOf(currentWeek.after) },
    site_time: siteTime,
    admins_added: [...found.admins.added],
    admins_removed: [...found.admins.removed],
    corrections: found.corrections.map(({ away, home, before, after }) => ({
      away_team_abbr: away,
      home_team_abbr: home,
      before: { away_score: before.away, home_score: before.home },
      after: { away_score: after.away, home_score: after.home },
    })),
    unfinished: { playing: found.unfinished.playing, not_started: found.unfinished.notStarted },
    unfinished_note: noteUnfinished(found.unfinished.games),
    hidden_picks_ignored: hidden.length > 0,
    hidden_picks_note: noteHiddenPicks(hidden.map(({ weekNumber }) => weekNumber)),
    members: found.members.length,
  }
}

function noteUnfinished(games: DomainConsequences['unfinished']['games']): string | null {
  const [playing, ahead] = [true, false].map((isPlaying) =>
    games.filter((game) => game.isPlaying === isPlaying).map(({ away, home }) => `${away} at ${home}`),
  ) as [string[], string[]]
  const isPlaying = `${listText(playing)} ${playing.length === 1 ? 'is' : 'are'} still being played`
  const isAhead = `${listText(ahead)} ${ahead.length === 1 ? 'has' : 'have'} not started`
  const parts = [...(playing.length > 0 ? [isPlaying] : []), ...(ahead.length > 0 ? [isAhead] : [])]
  return parts.length === 0 ? null : `${parts.join('; ')}. They would count as final.`
}

function noteHiddenPicks(weeks: readonly number[]): string | null {
  if (weeks.length === 0) return null
  return `Hidden picks of week${weeks.length === 1 ? '' : 's'} ${listText(weeks.map(weekLabel))} are not counted.`
}
