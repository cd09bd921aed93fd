import {
  type Actor,
  type Command,
  type CommandData,
  type CommandType,
  entryId,
  gameId,
  type Instant,
  parseTeam,
  UNKNOWN_TEAM,
  userId,
  weekId,
} from '../../src/index.ts'
import { automaticLock } from './oracle/calendar.ts'
import { gamesOf } from './oracle/games.ts'
import {
  currentSeason,
  type Entry,
  isLocked,
  leagueWeek,
  picksIn,
  slatesOf,
  slotsIn,
  type Week,
  weekOf,
  weeksIn,
} from './oracle/facts.ts'
import { bookSeasonOf, duesOf } from './oracle/money.ts'
import { decisionOf, standingOf } from './oracle/standing.ts'
import type { Random } from './random.ts'
import { anEnd, aReason, COMMAND_TYPES, eventfulRules, NO_POSITION, sample, someRules } from './samples.ts'
import { DAY, HOUR, instant, SEASONS, SOME_TEAMS, type Step, type World } from './world.ts'

// How a history goes: seasons are played week by week, and between the steps something happens that rarely happens. Each story is told
// step by step, so that it sees what the steps before have changed.

export type Story = Generator<Step, void, undefined>

/** A whole history: two seasons of a small pool. */
export function* history(world: World): Story {
  yield* opening(world)
  yield* season(world, SEASONS[0], world.random.between(2, 4))
  if (world.random.chance(0.55)) {
    yield* between(world)
    yield* season(world, SEASONS[1], world.random.between(1, 2))
  }
  yield* disturbances(world, 0.7)
}

function command<T extends CommandType>(type: T, data: CommandData[T]): Command {
  return { type, data } as Command
}

function* opening(world: World): Story {
  const accounts = world.random.between(3, 4)
  for (let i = 0; i < accounts; i += 1) yield world.step(sample(world, 'RegisterUser'), { kind: 'visitor' })
  yield world.step(command('ChangeRules', { rules: eventfulRules(world) }))
  for (let number = 1; number <= 2; number += 1) yield* addWeek(world, SEASONS[0], number)
  const entries = world.random.between(3, 8)
  for (let i = 0; i < entries; i += 1) {
    const owner = userId((i % accounts) + 1)
    yield world.step(command('CreateEntry', { userId: owner, name: `Entry ${i}` }), world.user(owner))
  }
  for (const entry of world.random.some(world.facts.entries, 0.4)) yield* rank(world, entry)
  if (world.random.chance(0.15)) yield* dressRehearsal(world)
}

/** An admin tries a whole week before any member picks, and then changes the rules. */
function* dressRehearsal(world: World): Story {
  const week = world.facts.weeks[0]
  if (week === undefined) return
  yield world.step(
    command('RandomizePicks', { weekId: weekId(week.id), overwrite: true, seed: world.nonce(), reason: 'a rehearsal' }),
  )
  yield world.step(command('SetSiteTime', { siteTime: instant(week.lockTime + HOUR), running: false }))
  yield* meanwhile(world)
  yield world.step(command('ClearSiteTime', {}))
  yield world.step(command('ChangeRules', { rules: someRules(world) }))
}

function* addWeek(world: World, seasonYear: number, weekNumber: number): Story {
  if (world.facts.weeks.some((week) => week.season === seasonYear && leagueWeek(week) === weekNumber)) return
  // Choices of their own, so that a pool without slates plays as it would have without them.
  const random = world.random.branch(`slates of ${seasonYear} ${weekNumber}`)
  const starts = random.chance(0.12) ? someSlates(seasonYear, weekNumber, random) : []
  yield world.step(command('AddWeek', { seasonYear, weekNumber, ...(starts.length > 0 && { slates: starts }) }))
  const week = world.facts.weeks.at(-1)
  if (week === undefined) return
  // The games of some weeks become known late: after they were picked for, or after the lock.
  const isLate = world.random.branch(`late games of ${seasonYear} ${weekNumber}`).chance(0.2)
  if (world.random.chance(0.9) && !isLate) yield world.step(world.report(week), { kind: 'system' })
  yield* reportOtherSlates(world, week)
  if (!random.chance(0.06)) return
  // The week is split once it is known, and sometimes made whole again.
  const slates = someSlates(seasonYear, weekNumber, random)
  if (slates.length === 0) return
  yield world.step(command('AddWeek', { seasonYear, weekNumber, slates }))
  yield* reportOtherSlates(world, week)
  if (random.chance(0.3)) yield world.step(command('UndoAction', { nonce: world.nonce() }))
}

function* reportOtherSlates(world: World, week: Week): Story {
  for (const slate of slatesOf(world.facts, week).filter(({ id }) => id !== week.id)) {
    yield world.step(world.report(slate), { kind: 'system' })
  }
}

/** When the second slate of a week starts, and perhaps a third: after the Thursday, and after the early games of the Sunday. */
function someSlates(seasonYear: number, weekNumber: number, random: Random): readonly Instant[] {
  const sunday = automaticLock(seasonYear, weekNumber, [])
  const starts = random.some([sunday - 36 * HOUR, sunday + 3 * HOUR, sunday + 24 * HOUR], 0.6)
  return starts.map(instant)
}

function* rank(world: World, entry: Entry): Story {
  const teams = world.random.some(SOME_TEAMS, 0.5)
  yield world.step(command('SetRanking', { entryId: entryId(entry.id), teams, nonce: world.nonce() }), world.ownerOf(entry.id))
}

function* season(world: World, year: number, weeks: number): Story {
  for (let number = 1; number <= weeks; number += 1) {
    yield* addWeek(world, year, number)
    if (number < weeks) yield* addWeek(world, year, number + 1)
    for (const week of slatesOf(world.facts, { season: year, number })) {
      if (world.facts.current !== week.id && world.random.chance(0.9)) {
        yield world.step(command('SetCurrentWeek', { weekId: weekId(week.id) }))
      }
      yield* moveToNextSlate(world, week.id, 'early', 0.4)
      yield* playWeek(world, week.id)
      yield* moveToNextSlate(world, week.id, 'late', 0.5)
    }
  }
  yield* playOffs(world, year)
}

/**
 * The league moves games of a slate to the time of the next one, before their slate is played or after it, and only the slate is asked
 * for. Sometimes an admin deletes the next one after that.
 */
function* moveToNextSlate(world: World, id: number, when: 'early' | 'late', probability: number): Story {
  const week = weekOf(world.facts, id)
  const next = week === undefined ? undefined : slatesOf(world.facts, week).find(({ number }) => number > week.number)
  const random = world.random.branch(`${when} move out of week ${id}`)
  if (week === undefined || next === undefined || next.startsAt === null || !random.chance(probability)) return
  const kickoff = instant(next.startsAt + HOUR)
  const moved = world.report(week, () => (random.chance(0.5) ? { kickoff } : {}))
  yield world.step(moved, { kind: 'system' })
  if (!random.chance(0.2)) return
  yield world.step(command('DeleteWeek', { weekId: weekId(next.id) }))
  yield world.step(world.report(week), { kind: 'system' })
}

function* playWeek(world: World, id: number): Story {
  const find = (): Week | undefined => world.facts.weeks.find((week) => week.id === id)
  const habit = world.random.of([0.5, 0.8, 0.95])
  for (const entry of world.random.some(world.facts.entries, habit)) yield* pick(world, entry, find())
  // Plans for later weeks.
  const later = world.openWeeks.filter((week) => week.id !== id)
  for (const entry of world.random.some(world.facts.entries, 0.3)) yield* pick(world, entry, world.random.maybeOf(later))
  yield* disturbances(world, 0.35)
  yield* gameLeaves(world, find(), world.random.branch(`a game leaves week ${id} early`))
  yield* splitVote(world, world.random.branch(`vote in week ${id}`))
  yield* paperEntries(world, world.random.branch(`paper entries in week ${id}`))
  yield* newSchedule(world, find(), world.random.branch(`schedule of week ${id} before its lock`))
  yield* untilLocked(world, find())
  yield* newSchedule(world, find(), world.random.branch(`schedule of week ${id} after its lock`))
  yield* disturbances(world, 0.35)
  yield* gameLeaves(world, find(), world.random.branch(`a game leaves week ${id} late`))
  yield* results(world, find())
  yield* pointsVanish(world, find(), world.random.branch(`points vanish in week ${id}`))
  yield* disturbances(world, 0.5)
  yield* buybacks(world)
  // Choices of their own, so that they change no other choice.
  const random = world.random.branch(`money after week ${id}`)
  if (random.chance(0.2)) yield* payInParts(world, random)
  if (random.chance(0.5)) yield* payOut(world, random)
  if (random.chance(0.1)) yield* someBody('SetPastChampions')(world)
}

/** The schedule of a week changes, once or several times, and some change a pick or make a new one. */
function* newSchedule(world: World, week: Week | undefined, random: Random): Story {
  if (week === undefined) return
  const isUnknown = gamesOf(world.facts, week.id).length === 0
  if (!random.chance(isUnknown ? 0.7 : 0.3)) return
  const changes = random.between(1, 3)
  for (let i = 0; i < changes; i += 1) {
    yield* random.weighted<(world: World, week: Week, random: Random) => Story>([
      [isUnknown ? 4 : 1, someGames],
      [3, postponement],
      [2, allGamesLeave],
      [2, otherTeams],
      [2, gamesReturn],
    ])(world, week, random)
    const entry = random.maybeOf(world.facts.entries)
    if (entry !== undefined && random.chance(0.5)) yield* pick(world, entry, week)
  }
  if (random.chance(0.6)) yield* gamesReturn(world, week)
}

/** An answer that has only some games of the week, and perhaps one without its teams. */
function* someGames(world: World, week: Week, random: Random): Story {
  const rows = world.rowsOf(week)
  const isUnnamed = random.chance(0.3)
  const known = rows.slice(0, random.between(1, rows.length))
  const unnamed = rows.slice(known.length).map((row) => ({ ...row, home: UNKNOWN_TEAM, away: UNKNOWN_TEAM }))
  yield world.step(world.answer(week, [...known, ...(isUnnamed ? unnamed : [])]), { kind: 'system' })
}

/** A game is postponed without a new kickoff. Perhaps another game of one of its teams replaces it, or it gets a new kickoff. */
function* postponement(world: World, week: Week, random: Random): Story {
  const rows = world.rowsOf(week)
  const called = random.maybeOf(rows)
  if (called === undefined) return
  const postponed = { ...called, status: 'postponed', homeScore: null, awayScore: null } as const
  const others = rows.filter((row) => row !== called)
  const idle = SOME_TEAMS.filter((abbr) => rows.every(({ home, away }) => home !== abbr && away !== abbr))
  const replaced = random.maybeOf(idle)
  yield world.step(world.answer(week, [...others, postponed]), { kind: 'system' })
  const entry = random.maybeOf(world.facts.entries)
  if (entry !== undefined && random.chance(0.7)) {
    const data = { entryId: entryId(entry.id), weekId: weekId(week.id), team: called.home, nonce: world.nonce() }
    yield world.step(command('SubmitPick', data), world.ownerOf(entry.id))
  }
  if (replaced !== undefined && random.chance(0.4)) {
    const game = { ...called, espnId: `${called.espnId}-again`, away: parseTeam(replaced) ?? called.away }
    yield world.step(world.answer(week, [...others, postponed, game]), { kind: 'system' })
  } else if (random.chance(0.3)) {
    yield world.step(world.answer(week, [...others, { ...called, kickoff: instant(week.lockTime + 2 * DAY) }]), {
      kind: 'system',
    })
  }
}

/** The league plays all games of a week in a later one. */
function* allGamesLeave(world: World, week: Week, random: Random): Story {
  const number = random.of([6, 7])
  if (!world.facts.weeks.some((other) => other.season === week.season && other.number === number)) {
    yield world.step(command('AddWeek', { seasonYear: week.season, weekNumber: number }))
  }
  const later = world.facts.weeks.find((other) => other.season === week.season && other.number === number)
  if (later === undefined) return
  const left = random.chance(0.7) ? world.rowsOf(week) : world.rowsOf(week).slice(0, 1)
  const rows = left.map((row) => ({ ...row, status: 'scheduled' as const, homeScore: null, awayScore: null }))
  yield world.step(
    world.answer(
      later,
      rows.map((row) => ({ ...row, kickoff: instant(later.lockTime + HOUR) })),
    ),
    {
      kind: 'system',
    },
  )
}

/** The scoreboard corrects who plays in a game. */
function* otherTeams(world: World, week: Week, random: Random): Story {
  const rows = world.rowsOf(week)
  const idle = SOME_TEAMS.filter((abbr) => rows.every(({ home, away }) => home !== abbr && away !== abbr))
  const [at, home] = [random.below(Math.max(1, rows.length)), random.maybeOf(idle)]
  if (home === undefined) return
  const corrected = rows.map((row, index) => (index === at ? { ...row, home: parseTeam(home) ?? row.home } : row))
  yield world.step(world.answer(week, corrected), { kind: 'system' })
}

/** The scoreboard lists all games of the week again, as they were planned. */
function* gamesReturn(world: World, week: Week): Story {
  const rows = world.rowsOf(week).map((row) => (row.status === 'postponed' ? { ...row, status: 'scheduled' as const } : row))
  yield world.step(world.answer(week, rows), { kind: 'system' })
}

/** The play-offs: the second week is added before the first is over, and its games become known one after the other. */
function* playOffs(world: World, year: number): Story {
  const random = world.random.branch(`play-offs of ${year}`)
  if (!random.chance(0.2)) return
  for (const weekNumber of [19, 20]) yield world.step(command('AddWeek', { seasonYear: year, weekNumber }))
  const [first, second] = [19, 20].map((number) =>
    world.facts.weeks.find((week) => week.season === year && week.number === number),
  )
  if (first === undefined || second === undefined) return
  yield world.step(world.report(first), { kind: 'system' })
  const [game] = world.rowsOf(second)
  if (game !== undefined && random.chance(0.5)) {
    yield world.step(world.answer(second, [{ ...game, away: UNKNOWN_TEAM }]), { kind: 'system' })
  }
  for (const entry of random.some(world.facts.entries, 0.7)) yield* pick(world, entry, second)
  yield* playWeek(world, first.id)
  if (game !== undefined && random.chance(0.8)) yield world.step(world.answer(second, [game]), { kind: 'system' })
  yield* playWeek(world, second.id)
}

function* pick(world: World, entry: Entry, week: Week | undefined): Story {
  if (week === undefined) return
  const data = { entryId: entryId(entry.id), weekId: weekId(week.id), team: world.aTeam(entry.id), nonce: world.nonce() }
  // Choices of its own, so that a pool without proxies plays as it would without them.
  const picker = yield* proxyFor(world, entry, world.random.branch(`proxy of ${entry.id} in ${week.id}`))
  yield world.step(command('SubmitPick', data), picker)
  // Choices of their own, so that a pool with one pick a week plays as it would without the rule.
  const random = world.random.branch(`slots of ${entry.id} in ${week.id}`)
  for (const slot of slotsIn(world.facts, week).slice(1)) {
    const other = { ...data, slot, team: random.of(SOME_TEAMS), nonce: world.nonce() }
    if (random.chance(0.85)) yield world.step(command('SubmitPick', other), random.chance(0.5) ? picker : world.ownerOf(entry.id))
  }
}

/** Sometimes the owner lets another member pick, who may be late, or whom the owner stops before the pick. Returns who picks. */
function* proxyFor(world: World, entry: Entry, random: Random): Generator<Step, Actor, undefined> {
  const owner = world.ownerOf(entry.id)
  const others = world.facts.users.filter(({ id }) => id !== entry.owner)
  if (others.length === 0 || !random.chance(0.15)) return owner
  const proxy = random.of(others).id
  const data = { entryId: entryId(entry.id), userId: userId(proxy), until: anEnd(world) }
  yield world.step(command('NameProxy', data), owner)
  if (random.chance(0.15)) world.wait(2 * DAY)
  if (random.chance(0.1))
    yield world.step(command('EndProxy', { entryId: entryId(entry.id) }), random.chance(0.5) ? owner : world.user(proxy))
  return world.user(proxy)
}

function* untilLocked(world: World, week: Week | undefined): Story {
  if (week === undefined || isLocked(week)) return
  if (world.random.chance(0.1)) {
    world.waitUntil(week.lockTime - 1)
    yield world.step(sample(world, 'SubmitPick'))
  }
  world.waitUntil(week.lockTime)
  yield world.step(command('LockDueWeeks', {}), { kind: 'system' })
}

/** Those who are alive vote on sharing, some change their minds, and something may happen before the vote closes. */
function* splitVote(world: World, random: Random): Story {
  const { facts } = world
  if (facts.vote === null) return
  const isAgreeable = random.chance(0.5)
  for (const entry of facts.vote.entries) {
    if (!isAgreeable && random.chance(0.3)) continue
    const first = random.of(['share', 'play_on', null] as const)
    if (random.chance(0.3)) yield* vote(world, entry, first)
    yield* vote(world, entry, isAgreeable || random.chance(0.6) ? 'share' : 'play_on')
  }
  const week = facts.weeks.find(({ id }) => id === facts.vote?.week)
  const voter = random.of(facts.vote.entries)
  if (week === undefined || voter === undefined) return
  const end = random.of([
    'close',
    'close',
    'close',
    'by hand',
    'late entry',
    'lock',
    'other week',
    'rules',
    'seal',
    'trip',
  ] as const)
  const amend = (entry: number, isEliminated: boolean) =>
    world.step(command('AmendEntry', { entryId: entryId(entry), isEliminated }))
  if (end === 'by hand') yield amend(voter, true)
  if (end === 'late entry')
    yield world.step(command('CreateEntry', { userId: userId(2), name: `Late ${week.id}` }), world.user(2))
  if (end === 'rules') {
    const rules = isAgreeable ? ({ tie: 'survives' } as const) : { split: null }
    yield world.step(command('ChangeRules', { rules }))
  }
  if (end === 'seal') yield world.step(command('ChangeProfile', { userId: userId(2), fields: ['email'], emailTaken: false }))
  if (end === 'other week') {
    const other = random.of(facts.weeks)
    yield world.step(command('SetCurrentWeek', { weekId: weekId(other.id) }))
  }
  if (end === 'trip') {
    yield world.step(command('SetSiteTime', { siteTime: instant(week.lockTime + random.of([-9, 0, 9]) * DAY), running: false }))
    yield* vote(world, voter, 'share')
    yield world.step(command('ClearSiteTime', {}))
  }
  if (end === 'lock') {
    const lockTime = instant(world.siteTime + random.of([HOUR, DAY, DAY + 1, 2 * DAY]))
    yield world.step(command('SetLockTime', { weekId: weekId(week.id), lockTime }))
  }
  if (random.chance(0.2)) yield* vote(world, voter, random.of(['share', null] as const))
  if (random.chance(0.9)) world.waitUntil(week.lockTime - DAY + random.of([-1, 0, HOUR]))
  if (random.chance(0.8)) yield world.step(command('LockDueWeeks', {}), { kind: 'system' })
  if (random.chance(0.2)) yield* vote(world, voter, 'play_on')
  // Somebody who is out may come back, and a champion may be put out.
  if (random.chance(0.3)) yield amend(random.of(facts.entries).id, random.chance(0.3))
}

function* vote(world: World, entry: number, choice: CommandData['CastSplitVote']['choice']): Story {
  yield world.step(command('CastSplitVote', { entryId: entryId(entry), choice }), world.ownerOf(entry))
}

/** Results arrive in up to three portions: games in progress, some finals, all finals. Sometimes a game is called off. */
function* results(world: World, week: Week | undefined): Story {
  if (week === undefined) return
  const { random } = world
  world.waitUntil(week.lockTime + 3 * HOUR)
  // The side with more picks wins more often, so that seasons last. Sometimes a game is a tie.
  const favored = gamesOf(world.facts, week.id).map(({ home, away }) => {
    const count = (team: string) => world.facts.picks.filter((held) => held.week === week.id && held.team === team).length
    return count(home) >= count(away) ? 2 : 0
  })
  const homes = Array.from({ length: 3 }, (_, index) => (random.chance(0.35) ? favored[index] : random.of([0, 0, 0, 1, 2, 2, 2])))
  const calledOff = random.chance(0.1) ? random.between(0, 2) : -1
  const finals = (share: number) =>
    world.report(week, (_game, index) => {
      if (index === calledOff) return { status: random.of(['cancelled', 'postponed'] as const), homeScore: null, awayScore: null }
      return { status: index < share ? 'final' : 'in_progress', homeScore: homes[index] ?? 0, awayScore: 1 }
    })
  if (random.chance(0.5)) yield world.step(finals(random.between(0, 2)), { kind: 'system' })
  if (random.chance(0.3)) yield* disturbance(world)
  if (random.chance(0.7)) yield* buybacks(world)
  world.wait(DAY)
  yield world.step(finals(3), { kind: 'system' })
  if (calledOff < 0) return
  const next = random.of(['FinalizeScores', 'CloseWeek', 'CloseWeek', 'none'] as const)
  if (next === 'FinalizeScores') yield world.step(command('FinalizeScores', { weekId: weekId(week.id) }))
  if (next === 'CloseWeek') yield* closing(world, week)
}

/**
 * A game is not in the answers for its week any more: it is played in a week that the pool does not have. An admin says that it moved, and may
 * take that back. Later the week is added and lists the game, and somebody picks one of its teams there, or the old week has it again.
 */
function* gameLeaves(world: World, week: Week | undefined, random: Random): Story {
  const { facts } = world
  if (week === undefined || !random.chance(0.15)) return
  const game = random.maybeOf(gamesOf(facts, week.id).filter(({ status }) => status !== 'final'))
  const [full, all] = [world.report(week), gamesOf(facts, week.id)]
  if (game === undefined || all.length < 2 || full.type !== 'SyncGames') return
  const left = full.data.games.filter(({ espnId }) => espnId === game.espnId)
  const games = full.data.games.filter(({ espnId }) => espnId !== game.espnId)
  const sync = (data: CommandData['SyncGames']) => world.step(command('SyncGames', data), { kind: 'system' })
  const set = (status: CommandData['SetGame']['status']) =>
    world.step(command('SetGame', { gameId: gameId(game.id), status, reason: 'it is played later' }))
  yield sync({ weekId: weekId(week.id), games })
  if (random.chance(0.9)) yield set('moved')
  if (random.chance(0.15)) yield* undo(world)
  if (random.chance(0.15)) yield set(random.of(['postponed', 'moved'] as const))
  if (random.chance(0.3)) yield sync({ weekId: weekId(week.id), games: [...games, ...(random.chance(0.5) ? left : [])] })
  if (random.chance(0.2)) yield world.step(command('ReturnGame', { gameId: gameId(game.id) }))
  if (random.chance(0.5)) return
  const number = [6, 7, 8].find((other) => facts.weeks.every((one) => one.season !== week.season || one.number !== other))
  if (number === undefined) return
  yield world.step(command('AddWeek', { seasonYear: week.season, weekNumber: number }))
  const later = facts.weeks.at(-1)
  if (later === undefined || later.number !== number) return
  const kickoff = instant(later.lockTime + HOUR)
  const moved = left.map((row) => ({
    ...row,
    kickoff,
    ...(random.chance(0.3) && { espnId: `${row.espnId}-later` }),
    status: random.of(['scheduled', 'scheduled', 'postponed'] as const),
    homeScore: null,
    awayScore: null,
  }))
  yield sync({ weekId: weekId(later.id), games: moved })
  for (const entry of random.some(facts.entries, 0.3)) {
    const team = random.chance(0.5) ? game.home : game.away
    const data = { entryId: entryId(entry.id), weekId: weekId(later.id), team, nonce: world.nonce() }
    yield world.step(command('SubmitPick', data), world.ownerOf(entry.id))
  }
  if (random.chance(0.4)) yield sync({ weekId: weekId(week.id), games: full.data.games })
}

/** The scoreboard takes points of final results away, as if the games had not been played, and perhaps an admin believes it. */
function* pointsVanish(world: World, week: Week | undefined, random: Random): Story {
  if (week === undefined || !random.chance(0.25)) return
  const vanished = random.between(0, 2)
  const scores = random.of([
    { homeScore: 0, awayScore: 0 },
    { homeScore: 0, awayScore: 0 },
    { homeScore: 1, awayScore: 0 },
    { homeScore: null, awayScore: 0 },
  ] as const)
  const wrong = world.report(week, (game, index) =>
    game.status === 'final' && (index === vanished || random.chance(0.3)) ? scores : {},
  )
  const right = world.report(week)
  if (random.chance(0.3)) {
    const again = world.report(week, (game) => (game.status === 'final' ? { status: 'in_progress', ...scores } : {}))
    yield world.step(again, { kind: 'system' })
  }
  yield world.step(wrong, { kind: 'system' })
  if (random.chance(0.3)) yield world.step(wrong, { kind: 'system' })
  const game = gamesOf(world.facts, week.id)[vanished]
  if (game !== undefined && random.chance(0.2)) {
    const byHand = { gameId: gameId(game.id), status: 'final', homeScore: 0, awayScore: 0, reason: 'it is right' } as const
    yield world.step(command('SetGame', byHand))
  }
  if (random.chance(0.8)) yield world.step(right, { kind: 'system' })
}

/** An admin closes a week without a game that is called off. Later it may be played after all. */
function* closing(world: World, week: Week): Story {
  const { facts, random } = world
  yield world.step(command('CloseWeek', { weekId: weekId(week.id), reason: 'a storm' }))
  if (random.chance(0.3)) yield* undo(world)
  if (random.chance(0.2)) yield* disturbance(world)
  const closed = random.maybeOf(facts.games.filter((game) => game.week === week.id && game.closedAs !== null))
  if (closed === undefined || random.chance(0.5)) return
  const status = random.of(['scheduled', 'in_progress', 'final', 'postponed'] as const)
  const change = { status, homeScore: random.between(0, 2), awayScore: 1 }
  yield world.step(
    world.report(week, ({ espnId }) => (espnId === closed.espnId ? change : {})),
    { kind: 'system' },
  )
}

/** The scoreboard is wrong or down: an admin says what a game has come to, the scoreboard contradicts, and perhaps it decides again. */
function* handScore(world: World): Story {
  const { random } = world
  const game = world.aGame()
  const first = sample(world, 'SetGame')
  if (first.type === 'SetGame') yield world.step(command('SetGame', { ...first.data, gameId: game }))
  if (random.chance(0.3)) yield world.step(sample(world, 'SetGame'))
  if (random.chance(0.4)) yield* undo(world)
  if (random.chance(0.6)) yield world.step(sample(world, 'SyncGames'), { kind: 'system' })
  if (random.chance(0.3)) yield* disturbance(world)
  if (random.chance(0.6)) yield world.step(command('ReturnGame', { gameId: game }))
  if (random.chance(0.3)) yield* undo(world)
}

/** Entries that are out ask, and some are answered now, some later or never. */
function* buybacks(world: World): Story {
  const { facts, random } = world
  const out = facts.entries.filter((entry) => standingOf(facts, entry, world.currentSeason).status === 'out')
  for (const entry of random.some(out, 0.7)) {
    yield world.step(command('RequestBuyback', { entryId: entryId(entry.id) }), world.ownerOf(entry.id))
    if (random.chance(0.15)) yield world.step(command('AmendEntry', { entryId: entryId(entry.id), isEliminated: true }))
    if (random.chance(0.4)) yield* answer(world, entry.id)
  }
}

function* answer(world: World, entry: number): Story {
  const action = world.random.chance(0.8) ? 'confirm' : 'decline'
  yield world.step(command('AnswerBuyback', { entryId: entryId(entry), action }))
}

/** From one season to the next, with or without the call that starts it. */
function* between(world: World): Story {
  const { random } = world
  yield* disturbances(world, 0.4)
  if (random.chance(0.6)) {
    yield world.step(command('StartSeason', { seasonYear: SEASONS[1] }))
    for (const entry of random.some(world.facts.entries, 0.7)) yield* renew(world, entry)
  }
  if (random.chance(0.3)) yield world.step(command('ChangeRules', { rules: someRules(world) }))
  yield* addWeek(world, SEASONS[1], 1)
  const week = world.facts.weeks.find((other) => other.season === SEASONS[1])
  if (week === undefined) return
  yield world.step(command('SetCurrentWeek', { weekId: weekId(week.id) }))
  if (random.chance(0.4)) yield world.step(command('ChangeRules', { rules: someRules(world) }))
  for (const { entry } of world.facts.buybacks.filter(({ status }) => status === 'requested')) yield* answer(world, entry)
  world.waitUntil(week.lockTime - 5 * DAY)
}

function* renew(world: World, entry: Entry): Story {
  const byAdmin = world.random.chance(0.3)
  yield world.step(
    command('RenewEntry', { entryId: entryId(entry.id), byAdmin }),
    byAdmin ? world.admin : world.ownerOf(entry.id),
  )
}

/** Up to three disturbances. Choices of their own say whether two admins watch each other. */
function* disturbances(world: World, probability: number): Story {
  if (world.random.branch(`four eyes ${world.now}`).chance(0.15)) yield* fourEyes(world)
  for (let i = 0; i < 3 && world.random.chance(probability); i += 1) yield* disturbance(world)
}

function* disturbance(world: World): Story {
  yield* world.random.weighted(DISTURBANCES)(world)
}

/** Site time moves somewhere, something happens there, and it comes back. */
function* trip(world: World): Story {
  const { facts, random } = world
  const first = weeksIn(facts, world.currentSeason)[0]
  const any = random.maybeOf(facts.weeks)
  if (first === undefined || any === undefined) return
  const to = random.chance(0.5)
    ? first.lockTime - random.of([HOUR, DAY, 7 * DAY])
    : any.lockTime + random.of([-DAY, -HOUR, -1, 0, HOUR, 2 * DAY])
  yield world.step(command('SetSiteTime', { siteTime: instant(to), running: random.chance(0.5) }))
  yield* meanwhile(world)
  if (random.chance(0.2)) {
    yield world.step(sample(world, 'SetSiteTime'))
    yield* meanwhile(world)
  }
  if (random.chance(0.9)) yield world.step(command('ClearSiteTime', {}))
}

/** What happens during a trip, or while a week is open again. */
function* meanwhile(world: World): Story {
  const { random } = world
  const times = random.between(0, 3)
  for (let i = 0; i < times; i += 1) {
    if (random.chance(0.15)) world.wait(random.of([HOUR, DAY]))
    yield* random.weighted<(world: World) => Story>([
      [3, someBody('SubmitPick')],
      [2, someBody('ChangeRules')],
      [2, lateEntry],
      [1, someBody('RandomizePicks')],
      [1, someBody('FinalizeScores')],
      [1, someBody('SetPayment')],
      [1, someBody('SyncGames')],
      [1, byHand],
      [1, anything],
    ])(world)
  }
}

/** A played week opens again by hours or days, and locks again: at its time, or because the lock moves back. */
function* reopening(world: World): Story {
  const { random } = world
  const week = random.maybeOf(world.lockedWeeks)
  if (week === undefined) return
  const before = week.lockTime
  const until = world.siteTime + random.of([HOUR, DAY, 2 * DAY])
  yield world.step(command('SetLockTime', { weekId: weekId(week.id), lockTime: instant(until) }))
  if (random.chance(0.5)) yield* meanwhile(world)
  const end = random.between(0, 2)
  if (end === 0) yield world.step(command('SetLockTime', { weekId: weekId(week.id), lockTime: instant(before) }))
  if (end === 1) yield* undo(world)
  world.waitUntil(until)
  yield world.step(command('LockDueWeeks', {}), { kind: 'system' })
}

function* correction(world: World): Story {
  const { random } = world
  const week = random.maybeOf(world.lockedWeeks)
  if (week === undefined) return
  const changed = random.between(0, 2)
  const change = random.of([
    { status: 'final', homeScore: random.between(0, 3), awayScore: 1 },
    { status: 'final', homeScore: 1, awayScore: random.between(0, 3) },
    { status: 'in_progress', homeScore: 0, awayScore: 0 },
    { status: 'postponed', homeScore: null, awayScore: null },
    { status: 'cancelled', homeScore: null, awayScore: null },
    { status: 'scheduled', homeScore: null, awayScore: null },
  ] as const)
  yield world.step(
    world.report(week, (_game, index) => (index === changed ? change : {})),
    { kind: 'system' },
  )
}

/** The feed lists a game in another week, or under another id. */
function* movedGame(world: World): Story {
  const { random } = world
  const weeks = random.shuffled(world.facts.weeks.filter(({ season: year }) => year === world.currentSeason))
  // A game that was played cannot move.
  const week = random.maybeOf(world.openWeeks) ?? weeks[0]
  const other = weeks.find(({ id, season }) => id !== week?.id && season === week?.season)
  if (week === undefined || other === undefined) return
  if (random.chance(0.4)) {
    const renamed = random.between(0, 2)
    const name = `${week.id}.${random.between(1, 3)}`
    yield world.step(
      world.report(week, (game, index) => (index === renamed ? { espnId: `${game.espnId.split('-')[0]}-${name}` } : {})),
      { kind: 'system' },
    )
    return
  }
  const [from, to] = [world.report(week), world.report(other)]
  if (from.type !== 'SyncGames' || to.type !== 'SyncGames') return
  // No team plays twice in a week.
  const teams = to.data.games.flatMap(({ home, away }) => [home, away])
  const isSame = (row: { readonly home: string; readonly away: string }) =>
    to.data.games.some(({ home, away }) => home === row.home && away === row.away)
  const game = random.maybeOf(
    from.data.games.filter((row) => isSame(row) || (!teams.includes(row.home) && !teams.includes(row.away))),
  )
  if (game === undefined) return
  const kickoff = instant(other.lockTime + random.of([-DAY, HOUR, DAY]))
  const games = [...to.data.games, { ...game, kickoff, status: random.of(['scheduled', 'postponed', 'in_progress'] as const) }]
  yield world.step(command('SyncGames', { weekId: to.data.weekId, games }), { kind: 'system' })
}

/** A game of an open week is cancelled, and a member picks one of its teams. */
function* cancelledGame(world: World): Story {
  const { facts, random } = world
  const week = random.maybeOf(world.openWeeks)
  const entry = random.maybeOf(facts.entries)
  if (week === undefined || entry === undefined) return
  const cancelled = random.between(0, 2)
  const report = world.report(week, (_game, index) =>
    index === cancelled ? { status: 'cancelled', homeScore: null, awayScore: null } : {},
  )
  yield world.step(report, { kind: 'system' })
  const team = gamesOf(facts, week.id)[cancelled]?.home ?? 'BUF'
  const data = { entryId: entryId(entry.id), weekId: weekId(week.id), team, nonce: world.nonce() }
  yield world.step(command('SubmitPick', data), world.ownerOf(entry.id))
}

function* byHand(world: World): Story {
  const { facts, random } = world
  const entry = random.maybeOf(facts.entries)
  if (entry === undefined) return
  const isOut = standingOf(facts, entry, world.currentSeason).status === 'out'
  const isEliminated = random.chance(0.8) ? !isOut : isOut
  yield world.step(command('AmendEntry', { entryId: entryId(entry.id), isEliminated }))
  if (random.chance(0.3)) yield* undo(world)
}

function* undo(world: World): Story {
  const position = world.random.of(['last', 'last', 'none', 'other'] as const)
  const undone = command('UndoAction', { nonce: world.nonce(), ...(position === 'none' ? {} : { position: NO_POSITION }) })
  yield world.step(undone, world.admin, { position })
}

/** An admin's override, often of an automatic pick, and often undone. */
function* override(world: World): Story {
  const { facts, random } = world
  const assigned = facts.picks.filter(({ step }) => step !== null)
  const held = random.chance(0.6) ? random.maybeOf(assigned) : random.maybeOf(facts.picks)
  if (held === undefined) return yield* someBody('OverridePick')(world)
  const place = { entryId: entryId(held.entry), weekId: weekId(held.week), slot: held.slot }
  const data = { ...place, team: world.aTeam(held.entry), nonce: world.nonce() }
  const version = random.weighted([
    [8, 'none'],
    [1, 'current'],
    [1, 'stale'],
  ] as const)
  yield world.step(command('OverridePick', { ...data, reason: 'asked by phone' }), world.admin, { version })
  if (random.chance(0.6)) yield* undo(world)
}

function* lateEntry(world: World): Story {
  const { facts, random } = world
  const owner = random.maybeOf(facts.users)
  if (owner === undefined) return
  yield world.step(
    command('CreateEntry', { userId: userId(owner.id), name: `Late ${facts.lastIds.entry}` }),
    world.user(owner.id),
  )
  const entry = facts.entries.at(-1)
  if (entry !== undefined && random.chance(0.7)) yield* pick(world, entry, random.maybeOf(world.openWeeks))
}

/** A rehearsal with generated picks and scores, finished by *Set All to Final* and often undone. */
function* rehearsal(world: World): Story {
  const { random } = world
  const week = world.aWeek()
  const overwrite = random.chance(0.3)
  yield world.step(command('RandomizePicks', { weekId: week, overwrite, seed: world.nonce(), ...aReason(world) }))
  if (random.chance(0.7)) yield world.step(command('RandomizeScores', { weekId: week, seed: world.nonce() }))
  yield* finals(world, week)
}

function* finals(world: World, week = world.anyWeek()): Story {
  yield world.step(command('FinalizeScores', { weekId: week }))
  if (world.random.chance(0.5)) yield* undo(world)
}

/** A buyback that waits: for its answer, until the next lock, the next season, or an elimination by hand. */
function* lateAnswer(world: World): Story {
  const { facts, random } = world
  const requests = facts.buybacks.filter(({ status }) => status === 'requested')
  const asked = random.maybeOf(requests)
  if (asked === undefined) return yield* buybacks(world)
  if (random.chance(0.4)) yield world.step(command('AmendEntry', { entryId: entryId(asked.entry), isEliminated: true }))
  yield* answer(world, asked.entry)
}

/** Two entries ask after they fell together, and the answers come after the decision. */
function* coChampions(world: World): Story {
  const { facts } = world
  const { buybacks: asked } = facts
  const open = asked.filter(({ status }) => status === 'requested' || status === 'withdrawn')
  for (const { entry } of world.random.shuffled(open).slice(0, 2)) yield* answer(world, entry)
}

function* money(world: World): Story {
  const { random } = world
  yield* random.weighted<(world: World) => Story>([
    [4, someBody('SetPayment')],
    [2, someBody('RecordPayments')],
    [3, claim],
    [2, correctPayment],
    [1, someBody('DeclinePaymentClaim')],
    [1, someBody('WithdrawPaymentClaim')],
  ])(world)
}

/** A member says that an entry is paid, and an admin confirms or declines it. */
function* claim(world: World): Story {
  const { random } = world
  yield* someBody('ClaimPayment')(world)
  const { entry } = random.maybeOf(world.facts.claims) ?? { entry: 99 }
  if (random.chance(0.3)) yield world.step(command('DeclinePaymentClaim', { entryId: entryId(entry) }))
  const payments = [{ entryId: entryId(entry), paymentType: 'bank', paidDate: null }] as const
  if (random.chance(0.5)) yield world.step(command('RecordPayments', { payments }))
}

/** An entry pays a part of what it owes. Then it pays the rest, or the part is taken back. */
function* payInParts(world: World, random: Random): Story {
  const { facts } = world
  const entry = random.maybeOf(facts.entries.filter((one) => duesOf(facts, one, bookSeasonOf(facts, one)).due > 0))
  if (entry === undefined) return
  const id = entryId(entry.id)
  const amountCents = random.of([100, 400, 400, 5000])
  yield world.step(command('RecordPartPayment', { entryId: id, amountCents, paymentType: 'cash', paidDate: null }))
  const isPaid = random.chance(0.5)
  yield world.step(command('SetPayment', { entryId: id, paymentType: 'venmo', paidDate: null, isPaid }))
}

/** The champions pay what they owe and are paid out, and the first payout may be taken back. */
function* payOut(world: World, random: Random): Story {
  const { facts } = world
  const season = currentSeason(facts)
  const champions = season === undefined ? undefined : decisionOf(facts, season)?.champions
  if (champions === undefined) return
  const entryIds = champions.map((id) => entryId(id))
  const paid = { paymentType: 'venmo', paidDate: null } as const
  for (const id of entryIds) yield world.step(command('SetPayment', { entryId: id, ...paid, isPaid: true }))
  yield world.step(command('RecordPayouts', { entryIds, seasonYear: null, ...paid }))
  const first = entryIds[0]
  if (first !== undefined && random.chance(0.5)) yield world.step(command('ReversePayout', { entryId: first, seasonYear: null }))
}

function* correctPayment(world: World): Story {
  const mark = world.random.maybeOf(world.facts.marks)
  if (mark === undefined) return yield* someBody('SetPayment')(world)
  const paymentType = mark.type === 'cash' ? 'venmo' : 'cash'
  yield world.step(command('SetPayment', { entryId: entryId(mark.entry), paymentType, paidDate: null, isPaid: true }))
}

/** An admin changes the address of a member who has a hidden pick, and the member tries to change the pick. */
function* seal(world: World): Story {
  const { facts, random } = world
  const held = random.maybeOf(facts.picks.filter(({ week }) => world.openWeeks.some(({ id }) => id === week)))
  const owner = facts.entries.find(({ id }) => id === held?.entry)?.owner
  if (held === undefined || owner === undefined) return yield* someBody('ChangeProfile')(world)
  yield world.step(command('ChangeProfile', { userId: userId(owner), fields: ['email'], emailTaken: false }))
  const data = { pickId: world.idOf(held), team: world.aTeam(held.entry), nonce: world.nonce() }
  yield world.step(command('ChangePick', data), world.user(owner))
  if (random.chance(0.4)) yield world.step(command('ConfirmEmailChange', { userId: userId(owner) }), { kind: 'visitor' })
}

/** An entry uses a team in a locked week that it has planned for an open one. */
function* voidPlan(world: World): Story {
  const { facts, random } = world
  const plan = random.maybeOf(facts.picks.filter(({ week }) => world.openWeeks.some(({ id }) => id === week)))
  if (plan === undefined) return
  const others = world.lockedWeeks.filter((week) => picksIn(facts, plan.entry, week.id).length === 0)
  const locked = random.maybeOf(others.length > 0 ? others : world.lockedWeeks)
  if (locked === undefined) return
  const picks = [{ entryId: entryId(plan.entry), weekId: weekId(locked.id), team: plan.team, nonce: world.nonce() }]
  yield world.step(command('ImportPicks', { picks, reason: 'from the spreadsheet' }))
  // A ranking of that team alone, so that an automatic pick uses it.
  const data = { entryId: entryId(plan.entry), teams: [plan.team], nonce: world.nonce() }
  yield world.step(command('SetRanking', data), world.ownerOf(plan.entry))
}

/** The pick of an entry is cleared or removed before or after the lock. */
function* clearing(world: World): Story {
  const { facts, random } = world
  const held = random.maybeOf(facts.picks)
  if (held === undefined) return
  const pickId = world.idOf(held)
  if (random.chance(0.5)) yield world.step(command('ClearPick', { pickId }), world.ownerOf(held.entry))
  else {
    const version = random.of(['none', 'none', 'current', 'stale'] as const)
    yield world.step(command('RemovePick', { pickId, ...aReason(world) }), world.admin, { version })
  }
}

/** What has a story with choices of its own, so that it changes no other. Champions of seasons before the pool are no part of what the oracle judges. */
const UNDRAWN: ReadonlySet<CommandType> = new Set([
  'SetPastChampions',
  'CastSplitVote',
  'CreatePaperEntries',
  'HandOverEntries',
  'SwitchFourEyes',
  'ConfirmAction',
  'RefuseAction',
  'WithdrawAction',
  'ActAlone',
])

const ANYTHING = COMMAND_TYPES.filter((type) => !UNDRAWN.has(type))

/** Any command, by anybody, sometimes after previews, sometimes with the consequences of a preview. */
function* anything(world: World): Story {
  const { random } = world
  const rare: readonly CommandType[] = [
    'PurgeUsersAndEntries',
    'PurgeWeeks',
    'DeleteUser',
    'DeleteEntry',
    'RemoveEntry',
    'DeleteWeek',
  ]
  const type = random.of(ANYTHING)
  if (rare.includes(type) && random.chance(0.5)) return
  if (type === 'UndoAction') return yield* undo(world)
  yield* someBody(type)(world)
}

/** Sends a random command of a type, mostly by somebody who may. */
function someBody(type: CommandType): (world: World) => Story {
  return function* send(world) {
    const sent = sample(world, type)
    const { random } = world
    const actor = random.chance(0.93)
      ? ownerOrAdmin(world, sent)
      : random.of([
          world.admin,
          { kind: 'visitor' } as const,
          world.user(random.between(1, 4)),
          { ...world.user(1), tokenVersion: 7 },
        ])
    yield world.step(sent, actor)
  }
}

/** An admin gives somebody a role, who then does whatever comes to mind, and may lose it again. */
function* roles(world: World): Story {
  const { random } = world
  const member = random.maybeOf(world.facts.users.filter(({ isAdmin }) => !isAdmin))
  if (member === undefined) return
  const given = random.some(['treasurer', 'scorekeeper', 'helper'] as const, 0.5)
  const set = (to: readonly (typeof given)[number][]) =>
    command('ChangeProfile', { userId: userId(member.id), fields: [], emailTaken: false, roles: to })
  yield world.step(set(given))
  for (let left = random.between(1, 8); left > 0; left -= 1) {
    const type = random.chance(0.6) ? random.of(OF_ROLES) : random.of(ANYTHING)
    yield world.step(sample(world, type), world.user(member.id))
  }
  if (random.chance(0.5)) yield world.step(set([]))
}

/** Somebody keeps an entry for a person without an account, picks for it, and it goes over to others. */
function* paperEntries(world: World, random: Random): Story {
  if (!random.chance(0.15)) return
  const someone = () => userId(random.maybeOf(world.facts.users)?.id ?? 99)
  yield world.step(command('CreatePaperEntries', { userId: someone(), names: [`Paper ${world.facts.lastIds.entry}`] }))
  for (let left = random.between(2, 6); left > 0; left -= 1) {
    const paper = random.maybeOf(world.facts.entries.filter(({ isByHand }) => isByHand))
    const [entry, owner] = [entryId(paper?.id ?? 1), userId(paper?.owner ?? 1)]
    const week = weekId(random.maybeOf(world.openWeeks)?.id ?? 1)
    const team = random.of(SOME_TEAMS)
    yield world.step(command('SubmitPick', { entryId: entry, weekId: week, team, nonce: world.nonce() }), world.ownerOf(entry))
    if (random.chance(0.2)) yield world.step(command('DeleteUser', { userId: owner }))
    const handOver = { entryIds: [entry], userId: someone(), byHand: random.chance(0.7) }
    if (random.chance(0.4)) yield world.step(command('HandOverEntries', handOver))
  }
}

/** A second admin, what needs one, and what becomes of it: confirmed, refused, taken back, done alone, or too late for all of it. */
function* fourEyes(world: World): Story {
  const random = world.random.branch(`two admins ${world.now}`)
  const first = world.facts.users.find(({ isAdmin }) => isAdmin)
  const other = random.maybeOf(world.facts.users.filter(({ id, isWaiting }) => id !== first?.id && !isWaiting))
  if (first === undefined || other === undefined) return
  const grant = (isAdmin: boolean) =>
    command('ChangeProfile', { userId: userId(other.id), fields: [], emailTaken: false, isAdmin })
  if (!other.isAdmin) yield world.step(grant(true), world.user(first.id))
  if (random.chance(0.7)) yield world.step(command('SwitchFourEyes', { isOn: true }), world.user(first.id))
  for (let left = random.between(1, 4); left > 0; left -= 1) {
    yield* askedFor(world, random, [first.id, other.id])
  }
  yield world.step(command('SwitchFourEyes', { isOn: false }), world.user(first.id))
  yield world.step(sample(world, 'ConfirmAction'), world.user(other.id))
  if (random.chance(0.8)) yield world.step(grant(false), world.user(first.id))
}

function* askedFor(world: World, random: Random, admins: readonly [number, number]): Story {
  const [asker, second] = random.shuffled(admins)
  if (asker === undefined || second === undefined) return
  yield world.step(somethingWatched(world, random), world.user(asker))
  world.wait(random.of([1, 1, 29 * 60_000, 30 * 60_000]))
  if (random.chance(0.2)) yield* random.of([reopening, override, money])(world)
  const answer = random.of(['ConfirmAction', 'ConfirmAction', 'RefuseAction', 'WithdrawAction', 'ActAlone'] as const)
  for (const by of random.shuffled([asker, second])) yield world.step(sample(world, answer), world.user(by))
}

function somethingWatched(world: World, random: Random): Command {
  const week = random.maybeOf(world.lockedWeeks)
  const entry = entryId(random.maybeOf(world.facts.entries)?.id ?? 99)
  const type = random.of(['pick', 'pick', 'pick', 'lock', 'UnmaskPicks', 'SetPayment', 'RecordPayments', 'AmendEntry'] as const)
  if (type === 'lock' && week !== undefined) {
    return command('SetLockTime', { weekId: weekId(week.id), lockTime: instant(world.siteTime + HOUR) })
  }
  if (type === 'AmendEntry') return command('AmendEntry', { entryId: entry, isEliminated: false })
  if (type !== 'lock' && type !== 'pick') return sample(world, type)
  const place = { entryId: entry, weekId: weekId(week?.id ?? 99), reason: 'because' }
  return command('OverridePick', { ...place, team: random.of(SOME_TEAMS), nonce: world.nonce() })
}

const OF_ROLES: readonly CommandType[] = [
  'SetPayment',
  'RecordPayments',
  'RecordPartPayment',
  'SyncGames',
  'SetGame',
  'ReturnGame',
  'FinalizeScores',
  'CreateUser',
  'ImportMembers',
  'ApproveUser',
  'ChangeProfile',
  'CreateEntry',
  'RenewEntry',
]

const BY_OWNERS: readonly CommandType[] = [
  'CreateEntry',
  'RenameEntry',
  'DeleteEntry',
  'SubmitPick',
  'ChangePick',
  'ClearPick',
  'SetRanking',
  'RequestBuyback',
  'CastSplitVote',
  'ClaimPayment',
  'WithdrawPaymentClaim',
  'ChangePassword',
]

function ownerOrAdmin(world: World, { type, data }: Command) {
  if (type === 'SyncGames' || type === 'LockDueWeeks') return { kind: 'system' } as const
  if (type === 'RegisterUser' || type === 'ClaimAdmin' || type === 'ConfirmEmailChange') return { kind: 'visitor' } as const
  if (!BY_OWNERS.includes(type) && !(type === 'RenewEntry' && !data.byAdmin)) return world.admin
  if ('userId' in data) return world.user(data.userId)
  if ('entryId' in data) return world.ownerOf(data.entryId)
  if ('pickId' in data) return world.ownerOf(Math.floor(data.pickId / 1_000_000))
  return world.admin
}

/** An admin tries up to six commands in a preview, and then perhaps sends one of them with its consequences. */
function* previews(world: World): Story {
  const { random } = world
  const tried = Array.from({ length: random.between(1, 6) }, () => sample(world, random.of(PREVIEWED)))
  const sent = sample(world, random.of(PREVIEWED))
  const expecting = random.of(['previewed', 'previewed', 'other'] as const)
  yield world.step(sent, world.admin, { previews: tried, expecting })
}

/** The commands whose calls have a preview. */
const PREVIEWED: readonly CommandType[] = [
  'AmendEntry',
  'AmendEntry',
  'FinalizeScores',
  'SetGame',
  'ReturnGame',
  'CloseWeek',
  'OverridePick',
  'SetIneligibleTeams',
  'SetLockTime',
  'SetSiteTime',
  'ClearSiteTime',
  'SyncGames',
  'RemovePick',
  'RemoveEntry',
  'DeleteWeek',
  'AddWeek',
  'AnswerBuyback',
]

const DISTURBANCES: readonly (readonly [weight: number, story: (world: World) => Story])[] = [
  [5, trip],
  [5, reopening],
  [4, correction],
  [6, movedGame],
  [1, cancelledGame],
  [3, byHand],
  [5, override],
  [2, lateEntry],
  [1, rehearsal],
  [1, finals],
  [3, handScore],
  [4, lateAnswer],
  [2, coChampions],
  [4, money],
  [1, seal],
  [4, voidPlan],
  [2, clearing],
  [4, previews],
  [2, roles],
  [1, undo],
  [1, someBody('ChangeRules')],
  [1, someBody('SetIneligibleTeams')],
  [1, someBody('ImportPicks')],
  [1, someBody('SetCurrentWeek')],
  [1, someBody('ChangeProfile')],
  [1, someBody('RenewEntry')],
  [1, someBody('StartSeason')],
  [1, someBody('RemoveNewcomers')],
  [9, anything],
]
