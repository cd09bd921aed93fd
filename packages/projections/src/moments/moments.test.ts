import { momentText } from '@outlast/contract/moment-text'
import { addMs, emptyPool, evolve, type Instant, type PoolRules, type WeekId } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { RecordedPool } from '../../tests/recorded-pool.ts'
import { sourceOf } from '../../tests/source.ts'
import { momentsOf } from './moments.ts'

const KICKOFF = '2025-09-07T17:00:00.000Z' as Instant
const MINUTE_MS = 60_000

interface Score {
  readonly status?: 'scheduled' | 'in_progress' | 'final' | 'postponed' | 'cancelled'
  readonly score?: readonly [home: number, away: number]
  readonly detail?: string
}

/** A week 1 of 2025 in which entries pick teams, and whose games are played minute by minute. */
class Sunday {
  readonly pool = new RecordedPool()
  readonly #games = new Map<string, Score>()

  /** @param picks the teams of each entry, by its name; the entries of a member follow each other */
  constructor(picks: Readonly<Record<string, readonly string[]>>, rules: Partial<PoolRules> = {}, owners = Object.keys(picks)) {
    this.pool.register()
    if (Object.keys(rules).length > 0) this.pool.runAccepted('ChangeRules', { rules }, 1)
    this.pool.addWeek(2025, 1)
    this.pool.addWeek(2025, 2)
    const users = new Map(owners.map((owner) => [owner, this.pool.register()]))
    for (const [index, [name, teams]] of Object.entries(picks).entries()) {
      const owner = users.get(owners[index] ?? '') ?? 1
      const id = this.pool.addEntry(owner, name.replace(/ +$/, ''))
      for (const [slot, team] of teams.entries())
        this.pool.runAccepted('SubmitPick', { entryId: id, weekId: 1, slot: slot + 1, team, nonce: this.pool.nonce() }, owner)
    }
  }

  games(...teams: readonly string[]): this {
    return this.play(0, Object.fromEntries(teams.map((name) => [name, {}])))
  }

  lock(): this {
    this.pool.lock(1)
    return this
  }

  /** What the scoreboard says so many minutes after kickoff. */
  play(minute: number, games: Readonly<Record<string, Score>>): this {
    if (minute > 0) this.pool.now = addMs(KICKOFF, minute * MINUTE_MS)
    for (const [teams, game] of Object.entries(games)) this.#games.set(teams, game)
    const rows = Array.from(this.#games, ([teams, { status = 'scheduled', score, detail }]) => ({
      espnId: teams,
      home: teams.split('-')[0],
      away: teams.split('-')[1],
      kickoff: KICKOFF,
      kickoffKnown: true,
      status,
      homeScore: score?.[0] ?? null,
      awayScore: score?.[1] ?? null,
      detail: detail ?? null,
    }))
    this.pool.runAccepted('SyncGames', { weekId: 1, games: rows })
    return this
  }

  get moments() {
    return momentsOf(sourceOf(this.pool.state), this.pool.state.rounds.get(1 as WeekId)!)
  }

  /** What a reader sees, newest first: struck-through titles in tildes. */
  get said(): readonly string[] {
    return this.moments.map((moment) => {
      const { title, detail } = momentText(moment)
      return `${moment.is_untrue === true ? `~${title}~` : title}${detail === null ? '' : ` | ${detail}`}`
    })
  }
}

const final = (home: number, away: number, detail = 'Final'): Score => ({ status: 'final', score: [home, away], detail })
const live = (home: number, away: number, detail = '5:00 - 2nd'): Score => ({
  status: 'in_progress',
  score: [home, away],
  detail,
})

describe('momentsOf', () => {
  const six = { Ada: ['KC'], Bo: ['KC'], Cy: ['LAC'], Di: ['LAC'], Ed: ['LAC'], Flo: ['SF'] }

  it('says nothing before the lock, and with it what was known before', () => {
    const sunday = new Sunday(six).games('KC-LAC', 'SF-GB')
    expect(sunday.said).toEqual([])
    sunday.pool.now = '2025-09-05T03:00:00.000Z' as Instant
    sunday.play(0, { 'KC-LAC': final(20, 17) })
    expect(sunday.said).toEqual([])
    sunday.lock()
    expect(sunday.said).toEqual(['Half of the pool is gone | 3 of 6 still in', 'KC 20–17 | Ada is through, with 1 other · 3 out'])
    const lock = sunday.pool.events.findLast(({ type }) => type === 'WeekLocked')
    for (const { position, at } of sunday.moments) expect([position, at]).toEqual([lock?.position, lock?.siteTime])
  })

  it('says who is through and out, the first three by name', () => {
    const sunday = new Sunday({ ...six, Gus: ['LAC'] }).games('KC-LAC', 'SF-GB').lock()
    sunday.play(180, { 'KC-LAC': final(20, 17, 'Final/OT') })
    expect(sunday.said).toEqual([
      'Half of the pool is gone | 3 of 7 still in',
      'KC 20–17, in overtime | Ada is through, with 1 other · 4 out',
    ])
    const [, { game, through, out }] = sunday.moments as [unknown, (typeof sunday.moments)[number]]
    expect(game).toMatchObject({ home_team_abbr: 'KC', away_score: 17, is_overtime: true })
    expect(through).toEqual({
      people: [
        { entry_id: 1, entry_name: 'Ada', user_id: 2, user_name: 'First L2' },
        { entry_id: 2, entry_name: 'Bo', user_id: 3, user_name: 'First L3' },
      ],
      more: 0,
    })
    expect([out?.people.map((person) => person.entry_name), out?.more]).toEqual([['Cy', 'Di', 'Ed'], 1])
  })

  it('says when the lead changes, and nothing about the first one or in a game without entries', () => {
    const sunday = new Sunday(six).games('KC-LAC', 'SF-GB', 'DAL-NYG').lock()
    sunday.play(10, { 'KC-LAC': live(7, 0), 'DAL-NYG': live(3, 0) })
    sunday.play(20, { 'KC-LAC': live(7, 7), 'DAL-NYG': live(3, 7) })
    expect(sunday.said).toEqual([])
    sunday.play(30, { 'KC-LAC': live(7, 10) })
    sunday.play(40, { 'KC-LAC': live(10, 10) })
    sunday.play(50, { 'KC-LAC': live(17, 10) })
    sunday.play(60, { 'KC-LAC': live(20, 10) })
    expect(sunday.said).toEqual(['KC lead again | 3 entries trail now', 'LAC lead for the first time | 2 entries trail now'])
  })

  it('says which entries lose if a lead stands where picks have to lose', () => {
    const sunday = new Sunday(six, { objective: 'lose' }).games('KC-LAC').lock()
    sunday.play(10, { 'KC-LAC': live(7, 0) }).play(20, { 'KC-LAC': live(7, 10) })
    expect(sunday.said).toEqual(['LAC lead for the first time | 3 entries lose if it stands'])
  })

  it('says who is back after a correction, and strikes what became untrue', () => {
    const sunday = new Sunday(six).games('KC-LAC', 'SF-GB').lock()
    sunday.play(180, { 'KC-LAC': final(20, 17) }).play(190, { 'KC-LAC': final(20, 23) })
    expect(sunday.said).toEqual([
      'Score corrected: LAC 23–20 | 2 out · 3 back in',
      '~Half of the pool is gone~ | 3 of 6 still in',
      '~KC 20–17~ | Ada is through, with 1 other · 3 out',
    ])
    sunday.play(200, { 'KC-LAC': final(20, 17) })
    expect(sunday.said[0]).toBe('Half of the pool is gone | 3 of 6 still in')
    expect(sunday.said[1]).toBe('Score corrected: KC 20–17 | 3 out · 2 back in')
    expect(sunday.said[2]).toBe('~Score corrected: LAC 23–20~ | 2 out · 3 back in')
  })

  it('says that a tie puts both sides out, or neither where it is no loss', () => {
    const tied = (rules: Partial<PoolRules>) =>
      new Sunday(six, rules)
        .games('KC-LAC', 'SF-GB')
        .lock()
        .play(180, { 'KC-LAC': final(20, 20) }).said
    expect(tied({})).toEqual(['Half of the pool is gone | 1 of 6 still in', 'LAC–KC 20–20 | 5 out'])
    expect(tied({ tie: 'survives' })).toEqual(['LAC–KC 20–20 | Ada is through, with 4 others'])
  })

  it('says which lives are lost', () => {
    const sunday = new Sunday(six, { lives: 2 }).games('KC-LAC', 'SF-GB').lock()
    sunday.play(180, { 'KC-LAC': final(20, 17), 'SF-GB': final(0, 3) })
    expect(sunday.said).toEqual(['GB 3–0 | Flo loses a life', 'KC 20–17 | Ada is through, with 1 other · 3 lose a life'])
  })

  it('says when the only entry on a team is out', () => {
    const sunday = new Sunday({ ...six, Gus: ['KC'], Hal: ['KC'] })
      .games('KC-LAC', 'SF-GB')
      .lock()
      .play(180, { 'SF-GB': final(9, 30) })
    expect(sunday.said).toEqual(['SF 9–30 | Flo is out: nobody is left on SF'])
    expect(sunday.moments[0]).toMatchObject({ last_on: 'SF' })
  })

  it('has one line for a game and minute, and one for each of two games at once', () => {
    const sunday = new Sunday(six).games('KC-LAC', 'SF-GB').lock()
    sunday.play(10, { 'KC-LAC': live(7, 0), 'SF-GB': live(0, 3) }).play(20, { 'KC-LAC': live(7, 10) })
    sunday.pool.now = addMs(sunday.pool.now, 1_000)
    sunday.play(0, { 'KC-LAC': live(14, 10), 'SF-GB': live(7, 3) })
    expect(sunday.said).toEqual(['SF lead for the first time | 0 entries trail now'])
  })

  it('says that a game is postponed, called off, or final no more', () => {
    const sunday = new Sunday(six).games('KC-LAC', 'SF-GB', 'DAL-NYG').lock()
    sunday.play(10, { 'KC-LAC': { status: 'postponed' }, 'SF-GB': final(3, 0), 'DAL-NYG': { status: 'cancelled' } })
    sunday.play(20, { 'SF-GB': live(3, 0) })
    expect(sunday.said.toSorted()).toEqual([
      'GB–SF is not final',
      'LAC–KC is postponed | 5 entries are on it',
      'NYG–DAL is called off',
      '~SF 3–0~ | Flo is through',
    ])
  })

  it('says an entry is through with the last of its picks, and out with the first that loses', () => {
    const two = { Ada: ['KC', 'SF'], Bo: ['KC', 'GB'], Cy: ['LAC', 'DAL'], Di: ['SF', 'DAL'] }
    const sunday = new Sunday(two, { picksPerWeek: { picks: 2, fromWeek: 1 } }).games('KC-LAC', 'SF-GB', 'DAL-NYG').lock()
    sunday
      .play(10, { 'KC-LAC': final(3, 0) })
      .play(20, { 'SF-GB': final(3, 0) })
      .play(30, { 'DAL-NYG': final(3, 0) })
    expect(sunday.said).toEqual([
      'DAL 3–0 | Di is through',
      'Half of the pool is gone | 2 of 4 still in',
      'SF 3–0 | Ada is through · Bo is out',
      'LAC 0–3 | Cy is out: nobody is left on LAC',
    ])
  })

  it('says who is out without a pick once the week is complete, and who wins', () => {
    const sunday = new Sunday({ Ada: ['KC'], Bo: ['LAC'], Cy: [] }, { missedPick: 'eliminated' }).games('KC-LAC', 'SF-GB').lock()
    sunday.play(10, { 'KC-LAC': final(3, 0) })
    expect(sunday.said).toEqual(['KC 3–0 | Ada is through · Bo is out'])
    sunday.play(20, { 'SF-GB': final(3, 0) })
    expect(sunday.said.slice(0, 2)).toEqual(['Ada wins the season', 'The week is complete | Cy is out without a pick'])
    sunday.play(30, { 'KC-LAC': final(0, 3) })
    expect(sunday.said.slice(0, 3)).toEqual([
      'Bo wins the season',
      'Score corrected: LAC 3–0 | Ada is out · Bo is back in',
      '~Ada wins the season~',
    ])
  })

  it('says who shares the title, and that all that fell come back where the rules say so', () => {
    const fall = (rules: Partial<PoolRules>) =>
      new Sunday({ Ada: ['KC'], Bo: ['LAC'] }, rules)
        .games('KC-LAC')
        .lock()
        .play(10, { 'KC-LAC': final(3, 3) }).said
    expect(fall({})).toEqual(['The title is shared | Ada and Bo', 'LAC–KC 3–3 | 2 out'])
    expect(fall({ wipeOut: { reviveAtMost: 1 } })).toEqual(['All that were left fell | 2 back in', 'LAC–KC 3–3'])
  })

  it('names the owner of an entry whose name occurs twice', () => {
    const sunday = new Sunday({ Blitz: ['KC'], 'Blitz ': ['LAC'], Cy: ['SF'] })
      .games('KC-LAC', 'SF-GB')
      .lock()
      .play(10, { 'KC-LAC': final(3, 0) })
    expect(sunday.said).toEqual(['KC 3–0 | Blitz (First L2) is through · Blitz (First L3) is out'])
  })

  it('follows the picks as they are after an admin changed one', () => {
    const sunday = new Sunday(six)
      .games('KC-LAC', 'SF-GB')
      .lock()
      .play(10, { 'SF-GB': final(3, 0) })
    sunday.pool.runAccepted(
      'OverridePick',
      { entryId: 6, weekId: 1, team: 'GB', nonce: sunday.pool.nonce(), reason: 'a mail' },
      1,
    )
    expect(sunday.said).toEqual(['GB 0–3 | Flo is out: nobody is left on GB'])
  })

  it('follows from the log alone', () => {
    const { pool, moments } = new Sunday(six)
      .games('KC-LAC', 'SF-GB')
      .lock()
      .play(10, { 'KC-LAC': live(7, 0) })
      .play(20, { 'KC-LAC': final(7, 10), 'SF-GB': { status: 'postponed' } })
    const state = emptyPool()
    for (const event of pool.events) evolve(state, event)
    expect(momentsOf(sourceOf(state), state.rounds.get(1 as WeekId)!)).toEqual(moments)
    expect(moments).toHaveLength(2)
  })

  it('keeps the slates of a week apart', () => {
    const pool = new RecordedPool()
    pool.register()
    const [first = 0, second = 0] = pool.addSlates(2025, 1)
    for (const name of ['Ada', 'Bo']) pool.addEntry(pool.register(), name)
    const friday = '2025-09-06T00:15:00.000Z' as Instant
    pool.sync(first, { 'KC-LAC': null }, friday)
    pool.sync(second, { 'SF-GB': null }, KICKOFF)
    for (const id of [1, 2]) {
      pool.pick(id, first, 'KC')
      pool.pick(id, second, id === 1 ? 'SF' : 'GB')
    }
    pool.lock(first)
    pool.sync(first, { 'KC-LAC': [3, 0] }, friday)
    const titles = (id: number) =>
      momentsOf(sourceOf(pool.state), pool.state.rounds.get(id as WeekId)!).map((moment) => momentText(moment).title)
    expect([titles(first), titles(second)]).toEqual([['KC 3–0'], []])
    pool.lock(second)
    pool.sync(second, { 'SF-GB': [3, 0] }, KICKOFF)
    expect([titles(first), titles(second)]).toEqual([['KC 3–0'], ['Ada wins the season', 'SF 3–0']])
  })

  it('follows a team to the game that decides its picks', () => {
    const sunday = new Sunday(six).games('KC-LAC', 'SF-GB').lock()
    sunday.play(10, { 'KC-LAC': { status: 'postponed' } }).play(20, { 'KC-NYG': final(0, 3) })
    expect(sunday.said).toEqual(['NYG 3–0 | 2 out', 'LAC–KC is postponed | 5 entries are on it'])
  })
})
