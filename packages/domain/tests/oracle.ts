// A second implementation of docs/rules.md that shares no code with src. It keeps plain arrays and derives everything anew on each
// call, however slowly. Times are epoch milliseconds. Comments that start with "Interpretation" mark where the rules leave a choice.

export type OracleActor =
  | { readonly kind: 'user'; readonly id: number }
  | { readonly kind: 'visitor' }
  | { readonly kind: 'system' }

export interface FeedRow {
  readonly espn: string
  readonly home: string
  readonly away: string
  readonly kickoff: number
  readonly known: boolean
  readonly status: 'scheduled' | 'in_progress' | 'final' | 'cancelled' | 'postponed'
  readonly homeScore: number | null
  readonly awayScore: number | null
}

export interface Rules {
  readonly missedPick: 'survives' | 'eliminated' | 'auto'
  readonly teamLock: 'week' | 'kickoff'
  readonly maxEntries: number | null
  readonly lateEntries: 'allowed' | 'closed'
  readonly lives: number
  readonly autoPick: readonly AutoPickStep[]
  readonly maxAutoPicks: number
  readonly buyback: { readonly untilWeek: number; readonly maxPerEntry: number; readonly feeCents: number } | null
  readonly unpaidAfterWeek: number | null
}
type AutoPickStep = 'my_list' | 'most_picked' | 'last_visitor' | 'alphabetical'

/** A command. `drawn` holds the random values that the pool chose: the oracle cannot predict them, only check them. */
export type OracleCommand =
  | { readonly do: 'register' }
  | { readonly do: 'create user' }
  | { readonly do: 'delete user'; readonly user: number }
  | { readonly do: 'create entry'; readonly owner: number; readonly name: string }
  | { readonly do: 'rename'; readonly entry: number; readonly name: string }
  | { readonly do: 'delete entry'; readonly entry: number }
  | { readonly do: 'remove entry'; readonly entry: number }
  | { readonly do: 'set eliminated'; readonly entry: number; readonly out: boolean }
  | { readonly do: 'pick'; readonly entry: number; readonly week: number; readonly team: string }
  | { readonly do: 'change'; readonly entry: number; readonly week: number; readonly team: string }
  | { readonly do: 'clear'; readonly entry: number; readonly week: number }
  | { readonly do: 'override'; readonly entry: number; readonly week: number; readonly team: string; readonly reason: boolean }
  | { readonly do: 'remove pick'; readonly entry: number; readonly week: number }
  | { readonly do: 'rank'; readonly entry: number; readonly teams: readonly string[] }
  | { readonly do: 'ask buyback'; readonly entry: number }
  | { readonly do: 'answer buyback'; readonly entry: number; readonly confirm: boolean }
  | { readonly do: 'pay'; readonly entry: number; readonly paid: boolean }
  | { readonly do: 'add week'; readonly season: number; readonly number: number }
  | { readonly do: 'delete week'; readonly week: number }
  | { readonly do: 'set current'; readonly week: number }
  | { readonly do: 'set lock'; readonly week: number; readonly to: number | 'auto' }
  | { readonly do: 'set ineligible'; readonly week: number; readonly teams: readonly string[] }
  | { readonly do: 'sync'; readonly week: number; readonly rows: readonly FeedRow[] }
  | { readonly do: 'finalize'; readonly week: number }
  | { readonly do: 'random scores'; readonly week: number; readonly drawn: readonly RandomScore[] }
  | { readonly do: 'random picks'; readonly week: number; readonly overwrite: boolean; readonly drawn: readonly RandomPick[] }
  | { readonly do: 'site time'; readonly to: number; readonly running: boolean }
  | { readonly do: 'real time' }
  | { readonly do: 'rules'; readonly change: Partial<Rules> }
  | { readonly do: 'start season'; readonly season: number }
  | { readonly do: 'renew' | 'renew by admin'; readonly entry: number }
  | { readonly do: 'purge users' }
  | { readonly do: 'purge weeks' }
  | { readonly do: 'nothing' }

export interface RandomScore {
  readonly espn: string
  readonly homeScore: number
  readonly awayScore: number
}

export interface RandomPick {
  readonly entry: number
  readonly team: string
}

interface Week {
  readonly id: number
  readonly season: number
  readonly number: number
  lock: number
  automatic: boolean
  /** The number of the lock that applies. */
  lockNumber: number | null
  /** Whether that lock revealed a pick that a member made. */
  revealedMembersPick: boolean
  ineligible: readonly string[]
  reopenedAfterReveal: boolean
  reopenings: number
}
interface Game extends FeedRow {
  readonly week: number
  /** Whether Set All to Final applies. */
  readonly finalByAdmin: boolean
}
interface Loss {
  readonly week: number
  readonly number: number
  readonly team: string | null
}
export interface Lock {
  readonly week: number
  readonly entries: number
  readonly picks: number
  readonly missed: readonly number[]
}

interface OraclePick {
  readonly entry: number
  readonly week: number
  readonly team: string
  /** Whether the pick reveals a member's choice. */
  readonly byMember: boolean
  /** The step that chose an automatic pick. */
  readonly assignedBy: AutoPickStep | null
}
type BuybackStatus = 'requested' | 'confirmed' | 'declined' | 'withdrawn'

const TEAMS =
  'ARI ATL BAL BUF CAR CHI CIN CLE DAL DEN DET GB HOU IND JAX KC LAC LAR LV MIA MIN NE NO NYG NYJ PHI PIT SEA SF TB TEN WSH'.split(
    ' ',
  )
const HOUR = 3_600_000
const DAY = 24 * HOUR

export class Oracle {
  users: { id: number; admin: boolean }[] = []
  /** `locksBefore` is how many locks there had been when the entry was created, and `startsBefore` how many started seasons. */
  entries: { id: number; owner: number; name: string; locksBefore: number; startsBefore: number }[] = []
  /** Seasons that an admin started, in order. */
  starts: number[] = []
  renewals: { entry: number; season: number; locksBefore: number; wasPaid: boolean }[] = []
  weeks: Week[] = []
  picks: OraclePick[] = []
  rankings: { entry: number; teams: readonly string[] }[] = []
  buybacks: { entry: number; season: number; week: number; team: string | null; status: BuybackStatus }[] = []
  games: Game[] = []
  current: number | null = null
  clock: { mode: 'real' } | { mode: 'frozen'; at: number } | { mode: 'running'; at: number; since: number } = { mode: 'real' }
  rules: Rules = {
    missedPick: 'survives',
    teamLock: 'week',
    maxEntries: null,
    lateEntries: 'allowed',
    lives: 1,
    autoPick: ['my_list', 'most_picked', 'alphabetical'],
    maxAutoPicks: 3,
    buyback: null,
    unpaidAfterWeek: null,
  }
  /** What the automatic picks came across, to prove that the sequences reach it. */
  happened: string[] = []
  /** Locks in the order in which they were recorded. */
  locks: Lock[] = []
  #frozenRules: { season: number; rules: Rules }[] = []
  #eliminatedByHand: { entry: number; season: number; number: number }[] = []
  #waivedLosses: { entry: number; week: number; team: string | null }[] = []
  #missed: { entry: number; week: number; lock: number }[] = []
  #paid: number[] = []
  #last = { user: 0, entry: 0, week: 0 }
  /** docs/rules.md §2.1, §2.5. */
  siteTime(now: number): number {
    if (this.clock.mode === 'real') return now
    if (this.clock.mode === 'frozen') return this.clock.at
    return this.clock.at + (now - this.clock.since)
  }

  /** docs/rules.md §2.2: records the locks that are due, the earliest first; of equal ones the earlier week. */
  lockDueWeeks(now: number): void {
    const due = this.weeks.filter((week) => week.lockNumber === null && this.siteTime(now) >= week.lock)
    due.sort((a, b) => a.lock - b.lock || a.season - b.season || a.number - b.number)
    for (const week of due) this.#lock(week)
  }

  #lock(week: Week): void {
    this.#assignPicks(week)
    const alive = this.entries.filter(
      ({ id }) => this.takesPart(id, week.season) && (this.eliminatedWeek(id, week.season) ?? Infinity) >= week.number,
    )
    const missed = alive.filter((entry) => this.pickOf(entry.id, week.id) === undefined).map((entry) => entry.id)
    this.locks.push({ week: week.id, entries: alive.length, picks: alive.length - missed.length, missed })
    if (!this.#hasLock(week.season)) this.#frozenRules.push({ season: week.season, rules: this.rules })
    week.lockNumber = this.locks.length
    week.revealedMembersPick = this.#hasMembersPick(week.id)
    for (const entry of missed) this.#missed.push({ entry, week: week.id, lock: this.locks.length })
  }

  /** docs/rules.md §14.2: each alive entry without a pick gets the first eligible team of the first step that has one. */
  #assignPicks(week: Week): void {
    const rules = this.rulesForSeason(week.season)
    if (rules.missedPick !== 'auto') return
    const before = this.picks.filter((pick) => pick.week === week.id)
    const assigned: OraclePick[] = []
    for (const { id } of this.entries) {
      if (!this.#isAlive(id, week.season) || this.pickOf(id, week.id) !== undefined) continue
      if (this.#mustPayFirst(id, week)) {
        this.happened.push('no automatic pick: unpaid')
        continue
      }
      const ofSeason = this.picks.filter((pick) => pick.entry === id && this.#seasonOf(pick.week) === week.season)
      if (ofSeason.filter((pick) => pick.assignedBy !== null).length >= rules.maxAutoPicks) {
        this.happened.push('no automatic pick: none left')
        continue
      }
      const pick = this.#automaticPick(id, week, before)
      if (pick !== undefined) assigned.push(pick)
      this.happened.push(
        pick === undefined ? 'no automatic pick: no team' : `assigned in a ${week.reopenings > 0 ? 'reopened' : 'new'} week`,
      )
    }
    this.picks.push(...assigned)
  }

  #automaticPick(entry: number, week: Week, before: readonly OraclePick[]): OraclePick | undefined {
    const isEligible = (team: string): boolean => {
      const obstacles = [
        this.usedTeams(entry, week).includes(team) ? ['used'] : [],
        this.#isOnBye(week, team) ? ['bye'] : [],
        week.ineligible.includes(team) ? ['ineligible'] : [],
        this.#hasStarted(week, team, week.lock) ? ['kicked off'] : [],
      ].flat()
      this.happened.push(...obstacles.map((obstacle) => `passed over: ${obstacle}`))
      return obstacles.length === 0
    }
    for (const step of this.rulesForSeason(week.season).autoPick) {
      const team = this.#orderOf(step, entry, week, before).find(isEligible)
      if (team !== undefined) return { entry, week: week.id, team, byMember: step === 'my_list', assignedBy: step }
      this.happened.push(`step without a team: ${step}`)
    }
    return undefined
  }

  #orderOf(step: AutoPickStep, entry: number, week: Week, picks: readonly OraclePick[]): readonly string[] {
    const played = this.games.filter(
      (game) => game.week === week.id && game.status !== 'cancelled' && game.status !== 'postponed',
    )
    switch (step) {
      case 'my_list':
        return this.rankings.find((ranking) => ranking.entry === entry)?.teams ?? []
      case 'alphabetical':
        return TEAMS
      case 'last_visitor':
        return played.toSorted((a, b) => b.kickoff - a.kickoff || (a.away < b.away ? -1 : 1)).map((game) => game.away)
      case 'most_picked': {
        const alive = this.entries.filter(({ id }) => this.#isAlive(id, week.season)).map(({ id }) => id)
        const count = (team: string) => picks.filter((pick) => pick.team === team && alive.includes(pick.entry)).length
        const kickoff = (team: string) => this.#gameOf(week, team)?.kickoff ?? -Infinity
        const picked = TEAMS.filter((team) => count(team) > 0)
        const rank = (a: string, b: string) =>
          count(b) - count(a) || (kickoff(a) === kickoff(b) ? 0 : kickoff(a) < kickoff(b) ? -1 : 1)
        return picked.toSorted(rank)
      }
      default:
        return step satisfies never
    }
  }

  /** A called-off game counts only for a team that has no other (docs/rules.md §4.2). */
  #gameOf(week: Week, team: string): Game | undefined {
    const own = this.games.filter((game) => game.week === week.id && [game.home, game.away].includes(team))
    return own.find((game) => !['cancelled', 'postponed'].includes(game.status)) ?? own[0]
  }

  #seasonOf(week: number): number | undefined {
    return this.weeks.find((other) => other.id === week)?.season
  }

  /** docs/rules.md §14.5. */
  #mustPayFirst(entry: number, week: Week): boolean {
    const { unpaidAfterWeek } = this.rulesForSeason(week.season)
    if (unpaidAfterWeek === null || week.number <= unpaidAfterWeek) return false
    const later = this.renewals.find((renewal) => renewal.entry === entry && renewal.season > week.season)
    return later === undefined ? !this.#paid.includes(entry) : !later.wasPaid
  }

  /** docs/rules.md §16.2: how many locks there had been when an entry joined a season; null if it did not. */
  #joined(entry: number, season: number): number | null {
    const renewal = this.renewals.find((other) => other.entry === entry && other.season === season)
    if (renewal !== undefined) return renewal.locksBefore
    const { startsBefore, locksBefore } = this.entries.find((other) => other.id === entry) ?? { startsBefore: 0, locksBefore: 0 }
    const isOlder = this.starts.slice(startsBefore).includes(season)
    const isOfLaterSeason = this.starts.slice(0, startsBefore).some((started) => started > season)
    return isOlder || isOfLaterSeason ? null : locksBefore
  }

  /** docs/rules.md §6, §16.2. */
  takesPart(entry: number, season: number): boolean {
    const joined = this.#joined(entry, season)
    const deciding = this.weeks.find((week) => week.season === season && week.number === this.#decidingWeek(season))
    return joined !== null && joined < (deciding?.lockNumber ?? Infinity)
  }

  #isAlive(entry: number, season: number): boolean {
    return this.takesPart(entry, season) && this.eliminatedWeek(entry, season) === null
  }

  /** docs/rules.md §16.2: the season that members join. */
  #joiningSeason(): number | undefined {
    const years = [...this.starts, ...this.weeks.filter((week) => week.id === this.current).map((week) => week.season)]
    return years.length === 0 ? undefined : Math.max(...years)
  }

  #absence(entry: number, season: number): readonly string[] {
    if (this.#joined(entry, season) === null) return ['not_in_season']
    return this.takesPart(entry, season) ? [] : ['season_decided']
  }

  /** docs/rules.md §14.3: a request ends when its entry is back in. */
  withdrawBuybacks(): void {
    for (const buyback of this.buybacks) {
      if (buyback.status === 'requested' && this.eliminatedWeek(buyback.entry, buyback.season) === null)
        buyback.status = 'withdrawn'
    }
  }

  #hasLock(season: number): boolean {
    return this.weeks.some((week) => week.season === season && week.lockNumber !== null)
  }

  #hasMembersPick(week: number): boolean {
    return this.picks.some((pick) => pick.week === week && pick.byMember)
  }

  /** docs/rules.md §2.4. */
  #reopenWeeks(weeks: readonly Week[], siteTime: number): void {
    for (const week of weeks) {
      if (week.lockNumber === null || siteTime >= week.lock) continue
      week.lockNumber = null
      week.reopenings += 1
      this.picks = this.picks.filter((pick) => pick.week !== week.id || pick.assignedBy === null)
      if (week.revealedMembersPick) week.reopenedAfterReveal = true
      // docs/rules.md §4.4: what an admin set to final waits for the next lock like every other result.
      this.games = this.games.map((game) => (game.week === week.id ? { ...game, finalByAdmin: false } : game))
    }
    this.#unfreezeRules()
  }

  /** docs/rules.md §7.2. */
  #unfreezeRules(): void {
    this.#frozenRules = this.#frozenRules.filter(({ season }) => this.#hasLock(season))
  }

  rulesForSeason(season: number | undefined): Rules {
    return this.#frozenRules.find((frozen) => frozen.season === season)?.rules ?? this.rules
  }

  isClosed(week: Week, now: number): boolean {
    return week.lockNumber !== null || this.siteTime(now) >= week.lock
  }

  pickOf(entry: number, week: number): string | undefined {
    return this.picks.find((pick) => pick.entry === entry && pick.week === week)?.team
  }

  /** docs/rules.md §4.1 to §4.4. Cancelled and postponed games are not final, so they decide nothing. */
  #hasLost(week: Week, team: string): boolean {
    const game = this.games.find((other) => other.week === week.id && [other.home, other.away].includes(team))
    if (game === undefined || game.status !== 'final' || game.homeScore === null || game.awayScore === null) return false
    if (week.lockNumber === null && !game.finalByAdmin) return false
    const own = game.home === team ? game.homeScore : game.awayScore
    const opponent = game.home === team ? game.awayScore : game.homeScore
    return own <= opponent
  }

  /** docs/rules.md §4.6. */
  isComplete(week: Week): boolean {
    const games = this.games.filter((game) => game.week === week.id)
    return week.lockNumber !== null && games.length > 0 && games.every((game) => game.status === 'final')
  }

  #losses(entry: number, season: number): readonly Loss[] {
    const weeks = this.weeks.filter((week) => week.season === season).sort((a, b) => a.number - b.number)
    const losses = weeks.flatMap((week): Loss[] => {
      const team = this.pickOf(entry, week.id)
      if (team !== undefined) return this.#hasLost(week, team) ? [{ week: week.id, number: week.number, team }] : []
      if (this.rulesForSeason(season).missedPick === 'survives' || !this.isComplete(week)) return []
      // docs/rules.md §5.2: the current lock found the entry alive without a pick, or the pick was removed since.
      const missed = this.#missed.some((miss) => miss.entry === entry && miss.week === week.id && miss.lock === week.lockNumber)
      return missed ? [{ week: week.id, number: week.number, team: null }] : []
    })
    // docs/rules.md §5.4: a waived loss is tied to its week and team, however often the score is corrected.
    return losses.filter(
      (loss) =>
        !this.#waivedLosses.some((waived) => waived.entry === entry && waived.week === loss.week && waived.team === loss.team),
    )
  }

  /** docs/rules.md §14.1: the loss of the last life. */
  #lastLoss(entry: number, season: number): Loss | undefined {
    return this.#losses(entry, season)[this.rulesForSeason(season).lives - 1]
  }

  lossCount(entry: number, season: number): number {
    return this.#losses(entry, season).length
  }

  /** docs/rules.md §5.1: the week since which an entry is out, or null. */
  eliminatedWeek(entry: number, season: number): number | null {
    const byHand = this.#eliminatedByHand
      .filter((elimination) => elimination.entry === entry && elimination.season === season)
      .map((elimination) => elimination.number)
    const last = this.#lastLoss(entry, season)
    const weeks = [...byHand, ...(last === undefined ? [] : [last.number])]
    return weeks.length === 0 ? null : Math.min(...weeks)
  }

  /** docs/rules.md §6. */
  champions(season: number): readonly number[] {
    return this.#outcome(season)?.champions ?? []
  }

  #decidingWeek(season: number): number | null {
    return this.#outcome(season)?.week ?? null
  }

  #outcome(season: number): { readonly week: number; readonly champions: readonly number[] } | null {
    const over = this.weeks.filter((week) => week.season === season && this.isComplete(week)).map((week) => week.number)
    for (const number of over.sort((a, b) => a - b)) {
      const lock = this.weeks.find((week) => week.season === season && week.number === number)?.lockNumber ?? 0
      const entrants = this.entries.filter((entry) => (this.#joined(entry.id, season) ?? Infinity) < lock)
      const eliminated = entrants.filter((entry) => (this.eliminatedWeek(entry.id, season) ?? Infinity) <= number)
      if (eliminated.length === 0) continue
      const survivors = entrants.filter((entry) => !eliminated.includes(entry))
      if (survivors.length === 1) return { week: number, champions: survivors.map((entry) => entry.id) }
      const last = Math.max(...eliminated.map((entry) => this.eliminatedWeek(entry.id, season) ?? 0))
      if (survivors.length === 0)
        return {
          week: number,
          champions: eliminated.filter((entry) => this.eliminatedWeek(entry.id, season) === last).map(({ id }) => id),
        }
    }
    return null
  }

  /** docs/rules.md §1.2. */
  usedTeams(entry: number, week: Week): readonly string[] {
    const others = this.weeks.filter((other) => other.season === week.season && other.id !== week.id).map((other) => other.id)
    return this.picks.filter((pick) => pick.entry === entry && others.includes(pick.week)).map((pick) => pick.team)
  }

  #isOnBye(week: Week, team: string): boolean {
    const games = this.games.filter((game) => game.week === week.id)
    return games.length > 0 && !games.some((game) => game.home === team || game.away === team)
  }

  #hasKickedOff(week: Week, team: string, now: number): boolean {
    return this.rulesForSeason(week.season).teamLock === 'kickoff' && this.#hasStarted(week, team, this.siteTime(now))
  }

  #hasStarted(week: Week, team: string, siteTime: number): boolean {
    return this.games.some((game) => {
      if (game.week !== week.id || (game.home !== team && game.away !== team)) return false
      if (game.status === 'in_progress' || game.status === 'final') return true
      return game.status === 'scheduled' && game.known && siteTime >= game.kickoff
    })
  }

  /** Returns the codes with which a command may be rejected. Without any, it must be accepted. */
  violations(command: OracleCommand, who: OracleActor, now: number): readonly string[] {
    if (command.do === 'register' || command.do === 'nothing') return []
    const actor = who.kind === 'user' ? this.users.find((user) => user.id === who.id) : undefined
    if (MEMBER_COMMANDS.includes(command.do)) {
      return actor === undefined ? ['unauthenticated'] : this.#memberViolations(command, actor, now)
    }
    if (who.kind !== 'system') {
      if (actor === undefined) return ['unauthenticated']
      if (!actor.admin) return ['forbidden']
    }
    return this.#adminViolations(command, now)
  }

  #memberViolations(command: OracleCommand, actor: { id: number; admin: boolean }, now: number): readonly string[] {
    if (command.do === 'create entry') return this.#enterViolations(command, actor, now)
    const entry = this.entries.find((other) => 'entry' in command && other.id === command.entry)
    const own = entry?.owner === actor.id
    if (command.do === 'rename' || command.do === 'delete entry') {
      if (entry === undefined || !(own || actor.admin)) return ['entry_not_found']
      const closed = !actor.admin && this.#isWeekOneClosed(now) ? ['week_one_locked'] : []
      return command.do === 'rename' && this.#isTaken(entry.owner, command.name, entry.id)
        ? [...closed, 'entry_name_taken']
        : closed
    }
    if (command.do === 'rank') {
      if (!own) return ['entry_not_found']
      const teams = command.teams.map(normalizeTeam)
      const unknown = teams.some((team) => !TEAMS.includes(team)) ? ['unknown_team'] : []
      return new Set(teams).size < teams.length ? [...unknown, 'team_repeated'] : unknown
    }
    if (command.do === 'renew') return own ? this.#renewViolations(command.entry, actor.id, now) : ['entry_not_found']
    if (command.do === 'ask buyback') return own ? this.#buybackViolations(command.entry, now) : ['entry_not_found']
    if (command.do !== 'pick' && command.do !== 'change' && command.do !== 'clear') throw new Error(command.do)
    const week = this.weeks.find((other) => other.id === command.week)
    if (command.do === 'pick') {
      const absent = [...(own ? [] : ['entry_not_found']), ...(week === undefined ? ['week_not_found'] : [])]
      if (absent.length > 0) return absent
    }
    const current = this.pickOf(command.entry, command.week)
    if (week === undefined || !own || (command.do !== 'pick' && current === undefined)) return ['pick_not_found']
    const reasons = this.isClosed(week, now) ? ['week_locked'] : []
    reasons.push(...this.#absence(command.entry, week.season))
    if (this.eliminatedWeek(command.entry, week.season) !== null) reasons.push('entry_eliminated')
    const givesUp = current !== undefined && (command.do === 'clear' || normalizeTeam(command.team) !== current)
    if (givesUp && this.#hasKickedOff(week, current, now)) reasons.push('pick_kicked_off')
    if (command.do === 'clear') return reasons
    if (this.#mustPayFirst(command.entry, week)) reasons.push('entry_unpaid')
    const team = normalizeTeam(command.team)
    reasons.push(...this.#teamViolations(command.entry, week, team))
    if (week.ineligible.includes(team)) reasons.push('team_ineligible')
    if (this.#hasKickedOff(week, team, now)) reasons.push('team_kicked_off')
    return reasons
  }

  /** docs/rules.md §14.3. */
  #buybackViolations(entry: number, now: number): readonly string[] {
    const season = this.weeks.find((week) => week.id === this.current)?.season
    const rule = this.rulesForSeason(season).buyback
    if (season === undefined || rule === null) return ['no_buybacks']
    const loss = this.#lastLoss(entry, season)
    if (
      loss === undefined ||
      this.eliminatedWeek(entry, season) !== loss.number ||
      this.#isOutByHandBefore(entry, season, loss)
    ) {
      return ['entry_not_out']
    }
    const reasons: string[] = []
    const earlier = this.buybacks.filter(
      (other) => other.entry === entry && other.season === season && other.status !== 'withdrawn',
    )
    if (earlier.some((other) => other.status === 'requested')) reasons.push('buyback_used')
    if (earlier.some((other) => other.week === loss.week && other.team === loss.team)) reasons.push('buyback_used')
    if (earlier.filter((other) => other.status === 'confirmed').length >= rule.maxPerEntry) reasons.push('buyback_used')
    const later = this.weeks.filter((week) => week.season === season && week.number > loss.number)
    if (loss.number > rule.untilWeek || later.some((week) => this.isClosed(week, now))) reasons.push('buyback_too_late')
    return reasons
  }

  #isOutByHandBefore(entry: number, season: number, loss: Loss): boolean {
    return this.#eliminatedByHand.some((other) => other.entry === entry && other.season === season && other.number < loss.number)
  }

  #teamViolations(entry: number, week: Week, team: string): readonly string[] {
    if (!TEAMS.includes(team)) return ['unknown_team']
    const used = this.usedTeams(entry, week).includes(team) ? ['team_used'] : []
    return this.#isOnBye(week, team) ? [...used, 'team_on_bye'] : used
  }

  /** docs/rules.md §8.1 and §7.1: pool rules bind members and an admin's own entries, not entries created for a member. */
  #enterViolations(
    command: { readonly owner: number; readonly name: string },
    actor: { id: number; admin: boolean },
    now: number,
  ): readonly string[] {
    const reasons: string[] = []
    if (command.owner !== actor.id && !actor.admin) reasons.push('forbidden')
    if (!this.users.some((user) => user.id === command.owner)) reasons.push('user_not_found')
    if (this.#isTaken(command.owner, command.name)) reasons.push('entry_name_taken')
    return command.owner === actor.id ? [...reasons, ...this.#joiningViolations(actor.id, now)] : reasons
  }

  #joiningViolations(owner: number, now: number): readonly string[] {
    const reasons: string[] = []
    const season = this.#joiningSeason()
    const rules = this.rulesForSeason(season)
    const own = this.entries.filter((entry) => entry.owner === owner)
    const count = own.filter((entry) => season === undefined || this.#joined(entry.id, season) !== null).length
    if (rules.maxEntries !== null && count >= rules.maxEntries) reasons.push('too_many_entries')
    if (rules.lateEntries === 'closed' && this.#isWeekOneClosed(now, season)) reasons.push('late_entries_closed')
    return reasons
  }

  /** docs/rules.md §16.2. `owner` is absent for an admin's renewal. */
  #renewViolations(entry: number, owner: number | undefined, now: number): readonly string[] {
    const season = this.#joiningSeason()
    if (season === undefined || !this.starts.includes(season)) return ['no_new_season']
    if (this.#joined(entry, season) !== null) return []
    const decided = this.#decidingWeek(season) === null ? [] : ['season_decided']
    return owner === undefined ? decided : [...decided, ...this.#joiningViolations(owner, now)]
  }

  /** docs/rules.md §16.1. */
  #startViolations(season: number): readonly string[] {
    if (this.current === null) return ['no_current_week']
    const own = this.weeks.filter((week) => week.season === season)
    const hasPick = own.some((week) => this.picks.some((pick) => pick.week === week.id))
    if (this.starts.includes(season) || hasPick || this.#hasLock(season)) return ['season_started']
    const others = this.weeks.map((week) => week.season).filter((other) => other !== season)
    return others.length === 0 || season < Math.max(...others, ...this.starts) ? ['season_not_next'] : []
  }

  #isTaken(owner: number, name: string, ignored?: number): boolean {
    return this.entries.some(
      (entry) => entry.owner === owner && entry.id !== ignored && entry.name.toLowerCase() === name.toLowerCase(),
    )
  }

  /** docs/rules.md §8.2. */
  #isWeekOneClosed(now: number, season = this.weeks.find((week) => week.id === this.current)?.season): boolean {
    const first = this.weeks.filter((week) => week.season === season).sort((a, b) => a.number - b.number)[0]
    return first !== undefined && this.isClosed(first, now)
  }

  #adminViolations(command: OracleCommand, now: number): readonly string[] {
    if ('week' in command && 'entry' in command) return this.#adminPickViolations(command, now)
    const week = 'week' in command ? this.weeks.find((other) => other.id === command.week) : undefined
    if ('week' in command && week === undefined) return ['week_not_found']
    if ('entry' in command && !this.entries.some((entry) => entry.id === command.entry)) return ['entry_not_found']
    switch (command.do) {
      case 'delete user': {
        const user = this.users.find((other) => other.id === command.user)
        if (user === undefined) return ['user_not_found']
        return user.admin && this.users.filter((other) => other.admin).length === 1 ? ['last_admin'] : []
      }
      case 'answer buyback': {
        const isRequested = this.buybacks.some((other) => other.entry === command.entry && other.status === 'requested')
        return isRequested ? [] : ['no_buyback_requested']
      }
      case 'set eliminated':
        return this.#handViolations(command.entry, command.out)
      case 'start season':
        return this.#startViolations(command.season)
      case 'renew by admin':
        return this.#renewViolations(command.entry, undefined, now)
      case 'add week':
        return this.weeks.some((other) => other.season === command.season && other.number === command.number)
          ? ['week_exists']
          : []
      case 'delete week':
        return command.week === this.current ? ['cannot_delete_current_week'] : []
      case 'set ineligible':
        return command.teams.every((team) => TEAMS.includes(normalizeTeam(team))) ? [] : ['unknown_team']
      case 'random picks':
        // docs/rules.md §3.6: the teams that are left would reveal the hidden picks of another week.
        return this.weeks.some(
          (other) =>
            other.id !== week?.id && other.season === week?.season && other.lockNumber === null && this.#hasMembersPick(other.id),
        )
          ? ['other_week_open']
          : []
      case 'rules': {
        const season = this.weeks.find((other) => other.id === this.current)?.season
        return season !== undefined && this.#hasLock(season) ? ['rules_locked'] : []
      }
      default:
        return []
    }
  }

  #handViolations(entry: number, out: boolean): readonly string[] {
    const season = this.weeks.find((week) => week.id === this.current)?.season
    if (!out) return []
    if (season === undefined) return ['no_current_week']
    return this.#joined(entry, season) === null ? ['not_in_season'] : []
  }

  #adminPickViolations(
    command: OracleCommand & { readonly week: number; readonly entry: number },
    now: number,
  ): readonly string[] {
    const week = this.weeks.find((other) => other.id === command.week)
    const entry = this.entries.find((other) => other.id === command.entry)
    if (command.do === 'remove pick') {
      return week === undefined || entry === undefined || this.pickOf(command.entry, command.week) === undefined
        ? ['pick_not_found']
        : []
    }
    if (command.do !== 'override') throw new Error(command.do)
    if (week === undefined || entry === undefined) {
      return [...(week === undefined ? ['week_not_found'] : []), ...(entry === undefined ? ['entry_not_found'] : [])]
    }
    const reasons = this.isClosed(week, now) && !command.reason ? ['reason_required'] : []
    if (this.#joined(command.entry, week.season) === null) reasons.push('not_in_season')
    return [...reasons, ...this.#teamViolations(command.entry, week, normalizeTeam(command.team))]
  }

  /** docs/rules.md §3.1: whether an accepted pick is the one that the entry already has, so that nothing is recorded. */
  isUnchangedPick(command: OracleCommand): boolean {
    if (command.do !== 'pick' && command.do !== 'change') return false
    return this.pickOf(command.entry, command.week) === normalizeTeam(command.team)
  }

  /** Applies an accepted command. */
  apply(command: OracleCommand, now: number): void {
    const week = 'week' in command ? this.weeks.find((other) => other.id === command.week) : undefined
    switch (command.do) {
      case 'nothing':
        return
      case 'register':
      case 'create user':
        this.#last.user += 1
        this.users.push({ id: this.#last.user, admin: this.users.length === 0 })
        return
      case 'delete user':
        this.users = this.users.filter((user) => user.id !== command.user)
        this.#deleteEntries((entry) => entry.owner === command.user)
        return
      case 'create entry':
        this.#last.entry += 1
        this.entries.push({
          id: this.#last.entry,
          owner: command.owner,
          name: command.name,
          locksBefore: this.locks.length,
          startsBefore: this.starts.length,
        })
        return
      case 'rename':
        this.entries = this.entries.map((entry) => (entry.id === command.entry ? { ...entry, name: command.name } : entry))
        return
      case 'delete entry':
      case 'remove entry':
        this.#deleteEntries((entry) => entry.id === command.entry)
        return
      case 'set eliminated':
        this.#setEliminated(command.entry, command.out)
        return
      case 'pick':
      case 'change':
        if (!this.isUnchangedPick(command)) this.#setPick(command.entry, command.week, normalizeTeam(command.team), true)
        return
      case 'override':
        this.#setPick(command.entry, command.week, normalizeTeam(command.team), this.#isByMember(command.entry, command.week))
        return
      case 'clear':
      case 'remove pick':
        this.picks = this.picks.filter((pick) => pick.entry !== command.entry || pick.week !== command.week)
        if (week?.lockNumber) this.#missed.push({ entry: command.entry, week: command.week, lock: week.lockNumber })
        return
      case 'rank':
        this.rankings = this.rankings.filter((ranking) => ranking.entry !== command.entry)
        if (command.teams.length > 0) this.rankings.push({ entry: command.entry, teams: command.teams.map(normalizeTeam) })
        return
      case 'ask buyback':
        this.#askBuyback(command.entry)
        return
      case 'answer buyback':
        this.#answerBuyback(command.entry, command.confirm)
        return
      case 'pay':
        this.#paid = [...this.#paid.filter((entry) => entry !== command.entry), ...(command.paid ? [command.entry] : [])]
        return
      case 'add week':
        this.#addWeek(command.season, command.number)
        return
      case 'delete week':
        this.#deleteWeeks((other) => other.id === command.week)
        return
      case 'set current':
        this.current = command.week
        return
      case 'set lock':
        if (week !== undefined) this.#setLock(week, command.to, now)
        return
      case 'set ineligible':
        if (week !== undefined) week.ineligible = command.teams.map(normalizeTeam)
        return
      case 'sync':
        if (week !== undefined) this.#sync(week, command.rows)
        return
      case 'finalize':
        // docs/rules.md §4.4: a week that has not locked locks first, at the current site time.
        if (week?.lockNumber === null) {
          week.automatic = false
          week.lock = this.siteTime(now)
          this.#lock(week)
        }
        this.games = this.games.map((game) =>
          game.week === command.week ? { ...game, status: 'final', finalByAdmin: true } : game,
        )
        return
      case 'random scores':
        this.#randomScores(command.week, command.drawn)
        return
      case 'random picks':
        if (week !== undefined) this.#randomPicks(week, command.overwrite, command.drawn)
        return
      case 'site time':
        this.clock = command.running ? { mode: 'running', at: command.to, since: now } : { mode: 'frozen', at: command.to }
        this.#reopenWeeks(this.weeks, command.to)
        return
      case 'real time':
        this.clock = { mode: 'real' }
        this.#reopenWeeks(this.weeks, now)
        return
      case 'rules':
        this.rules = { ...this.rules, ...command.change }
        return
      case 'start season':
        this.rules = this.rulesForSeason(this.weeks.find((other) => other.id === this.current)?.season)
        this.starts.push(command.season)
        return
      case 'renew':
      case 'renew by admin':
        this.#renew(command.entry)
        return
      case 'purge users':
        this.users = this.users.filter((user) => user.admin)
        this.#deleteEntries(() => true)
        return
      case 'purge weeks':
        this.current = null
        this.#deleteWeeks(() => true)
        return
      default:
        command satisfies never
    }
  }

  #renew(entry: number): void {
    const season = this.#joiningSeason() ?? 0
    if (this.#joined(entry, season) !== null) return
    this.renewals.push({ entry, season, locksBefore: this.locks.length, wasPaid: this.#paid.includes(entry) })
    this.#paid = this.#paid.filter((paid) => paid !== entry)
  }

  #deleteEntries(which: (entry: { readonly id: number; readonly owner: number }) => boolean): void {
    const gone = this.entries.filter(which).map((entry) => entry.id)
    this.entries = this.entries.filter((entry) => !gone.includes(entry.id))
    this.picks = this.picks.filter((pick) => !gone.includes(pick.entry))
    this.rankings = this.rankings.filter((ranking) => !gone.includes(ranking.entry))
    this.buybacks = this.buybacks.filter((buyback) => !gone.includes(buyback.entry))
    this.renewals = this.renewals.filter((renewal) => !gone.includes(renewal.entry))
  }

  #deleteWeeks(which: (week: Week) => boolean): void {
    const gone = this.weeks.filter(which).map((week) => week.id)
    this.weeks = this.weeks.filter((week) => !gone.includes(week.id))
    this.picks = this.picks.filter((pick) => !gone.includes(pick.week))
    this.games = this.games.filter((game) => !gone.includes(game.week))
    this.#unfreezeRules()
  }

  #setEliminated(entry: number, out: boolean): void {
    const week = this.weeks.find((other) => other.id === this.current)
    if (week === undefined) return
    if (out) {
      // docs/rules.md §5.3: the first elimination by hand of the season counts, whether or not the entry is out already.
      if (this.#eliminatedByHand.some((elimination) => elimination.entry === entry && elimination.season === week.season)) return
      // docs/rules.md §6: an entry that survived the deciding week stays champion.
      const decided = this.eliminatedWeek(entry, week.season) === null ? this.#decidingWeek(week.season) : null
      const number = decided === null ? week.number : Math.max(week.number, decided + 1)
      this.#eliminatedByHand.push({ entry, season: week.season, number })
      return
    }
    if (this.eliminatedWeek(entry, week.season) === null) return
    for (const loss of this.#losses(entry, week.season)) this.#waivedLosses.push({ entry, week: loss.week, team: loss.team })
    this.#eliminatedByHand = this.#eliminatedByHand.filter(
      (elimination) => elimination.entry !== entry || elimination.season !== week.season,
    )
  }

  #askBuyback(entry: number): void {
    const season = this.weeks.find((week) => week.id === this.current)?.season ?? 0
    const loss = this.#lastLoss(entry, season)
    if (loss === undefined) throw new Error(`entry ${entry} has lost nothing`)
    const { week, team } = loss
    this.buybacks = this.buybacks.filter((other) => other.entry !== entry || other.week !== week || other.team !== team)
    this.buybacks.push({ entry, season, week, team, status: 'requested' })
  }

  #answerBuyback(entry: number, confirm: boolean): void {
    const request = this.buybacks.find((other) => other.entry === entry && other.status === 'requested')
    if (request === undefined) throw new Error(`entry ${entry} has asked for nothing`)
    request.status = confirm ? 'confirmed' : 'declined'
    if (!confirm) return
    for (const loss of this.#losses(entry, request.season)) this.#waivedLosses.push({ entry, week: loss.week, team: loss.team })
  }

  #isByMember(entry: number, week: number): boolean {
    return this.picks.some((pick) => pick.entry === entry && pick.week === week && pick.byMember)
  }

  #setPick(entry: number, week: number, team: string, byMember: boolean): void {
    this.picks = this.picks.filter((pick) => pick.entry !== entry || pick.week !== week)
    this.picks.push({ entry, week, team, byMember, assignedBy: null })
  }

  #addWeek(season: number, number: number): void {
    this.#last.week += 1
    const unlocked = { lockNumber: null, revealedMembersPick: false, reopenedAfterReveal: false, reopenings: 0 }
    const initial = { automatic: true, ineligible: [], ...unlocked }
    this.weeks.push({ id: this.#last.week, season, number, lock: automaticLock(season, number, []), ...initial })
    this.current ??= this.#last.week
  }

  #setLock(week: Week, to: number | 'auto', now: number): void {
    week.automatic = to === 'auto'
    week.lock =
      to === 'auto'
        ? automaticLock(
            week.season,
            week.number,
            this.games.filter((game) => game.week === week.id),
          )
        : to
    this.#reopenWeeks([week], this.siteTime(now))
  }

  /** docs/rules.md §4.7. */
  #sync(week: Week, rows: readonly FeedRow[]): void {
    for (const row of rows) {
      // If a game is listed twice, the last row counts.
      if (row !== rows.findLast((other) => other.espn === row.espn)) continue
      const before = this.games.find((game) => game.week === week.id && game.espn === row.espn)
      const after = { ...mergeGame(before, row), week: week.id }
      this.games = before === undefined ? [...this.games, after] : this.games.map((game) => (game === before ? after : game))
    }
    if (!week.automatic || week.lockNumber !== null) return
    week.lock = automaticLock(
      week.season,
      week.number,
      this.games.filter((game) => game.week === week.id),
    )
  }

  #randomScores(week: number, drawn: readonly RandomScore[]): void {
    const games = this.games.filter((game) => game.week === week)
    if (drawn.length !== games.length) throw new Error(`${drawn.length} scores for ${games.length} games`)
    for (const { homeScore, awayScore } of drawn) {
      if (![homeScore, awayScore].every((score) => Number.isInteger(score) && score >= 0))
        throw new Error(`${homeScore}–${awayScore}`)
    }
    this.games = this.games.map((game) => {
      if (game.week !== week) return game
      const score = drawn.find((other) => other.espn === game.espn)
      if (score === undefined) throw new Error(`no score for ${game.espn}`)
      return { ...game, ...score, status: 'in_progress', finalByAdmin: false }
    })
  }

  /** Checks the pool's random picks: the entries are determined, the teams must be allowed. */
  #randomPicks(week: Week, overwrite: boolean, drawn: readonly RandomPick[]): void {
    const expected: number[] = []
    for (const entry of this.entries) {
      const used = this.usedTeams(entry.id, week)
      const free = TEAMS.filter((team) => !used.includes(team) && !week.ineligible.includes(team) && !this.#isOnBye(week, team))
      const left = !this.#isAlive(entry.id, week.season) || (this.pickOf(entry.id, week.id) !== undefined && !overwrite)
      if (left || free.length === 0) continue
      expected.push(entry.id)
      const team = drawn.find((pick) => pick.entry === entry.id)?.team
      if (team === undefined || !free.includes(team)) throw new Error(`entry ${entry.id} was drawn ${team}`)
    }
    if (drawn.length !== expected.length) throw new Error(`drawn ${drawn.length}, expected ${expected.length}`)
    for (const { entry, team } of drawn) this.#setPick(entry, week.id, team, false)
  }
}

export const MEMBER_COMMANDS: readonly string[] = [
  'create entry',
  'rename',
  'delete entry',
  'pick',
  'change',
  'clear',
  'rank',
  'ask buyback',
  'renew',
]

/** The generated seasons use one alias only. */
function normalizeTeam(text: string): string {
  const team = text.trim().toUpperCase()
  return team === 'WAS' ? 'WSH' : team
}

function mergeGame(before: Game | undefined, row: FeedRow): Omit<Game, 'week'> {
  if (row.status === 'final') {
    const stillFinalByAdmin =
      before?.finalByAdmin === true && before.homeScore === row.homeScore && before.awayScore === row.awayScore
    return { ...row, finalByAdmin: stillFinalByAdmin }
  }
  if (before?.finalByAdmin === true) {
    const { status, homeScore, awayScore } = before
    return { ...row, status, homeScore, awayScore, finalByAdmin: true }
  }
  // Only a game in progress has a score.
  return row.status === 'in_progress'
    ? { ...row, finalByAdmin: false }
    : { ...row, homeScore: null, awayScore: null, finalByAdmin: false }
}

/**
 * docs/rules.md §2.3 without a time zone library: daylight saving time in New York ends at 06:00 UTC on the first Sunday of November. No
 * season reaches March.
 */
export function automaticLock(season: number, number: number, games: readonly FeedRow[]): number {
  const summerEnds = firstOf(0, season, 10) + 6 * HOUR
  const kickoffs = games
    .filter((game) => game.known && game.status !== 'cancelled' && game.status !== 'postponed')
    .map((game) => game.kickoff)
  let day = firstOf(1, season, 8) + (6 + 7 * (number - 1)) * DAY
  if (kickoffs.length > 0) {
    const earliest = Math.min(...kickoffs)
    const inNewYork = earliest - (earliest < summerEnds ? 4 : 5) * HOUR
    day = inNewYork - (inNewYork % DAY)
    while (new Date(day).getUTCDay() !== 0) day += DAY
  }
  return day + (day + 16 * HOUR < summerEnds ? 16 : 17) * HOUR
}

/** Returns midnight UTC of the first such weekday of a month (0 is Sunday). */
function firstOf(weekday: number, year: number, month: number): number {
  let day = Date.UTC(year, month, 1)
  while (new Date(day).getUTCDay() !== weekday) day += DAY
  return day
}
