/**
 * The rules once more, written from decisions.md alone and sharing no code with src: plain arrays of facts, and
 * everything that follows from them worked out anew, however slowly, whenever somebody asks. Times are milliseconds
 * since 1970. Where the text leaves a choice, the comment says which one was taken.
 */
export type Who = { readonly kind: 'user'; readonly id: number } | { readonly kind: 'visitor' } | { readonly kind: 'system' }

export interface Row {
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
  readonly missedPick: 'survives' | 'eliminated'
  readonly teamLock: 'week' | 'kickoff'
  readonly maxEntries: number | null
  readonly lateEntries: 'allowed' | 'closed'
}

/** What somebody wants. `drawn` is what chance gave: the oracle cannot foretell it, only judge it. */
export type Wish =
  | { readonly do: 'register' }
  | { readonly do: 'create user' }
  | { readonly do: 'delete user'; readonly user: number }
  | { readonly do: 'enter'; readonly owner: number; readonly name: string }
  | { readonly do: 'rename'; readonly entry: number; readonly name: string }
  | { readonly do: 'delete entry'; readonly entry: number }
  | { readonly do: 'remove entry'; readonly entry: number }
  | { readonly do: 'judge'; readonly entry: number; readonly out: boolean }
  | { readonly do: 'pick'; readonly entry: number; readonly week: number; readonly team: string }
  | { readonly do: 'change'; readonly entry: number; readonly week: number; readonly team: string }
  | { readonly do: 'clear'; readonly entry: number; readonly week: number }
  | { readonly do: 'override'; readonly entry: number; readonly week: number; readonly team: string; readonly reason: boolean }
  | { readonly do: 'remove pick'; readonly entry: number; readonly week: number }
  | { readonly do: 'add week'; readonly season: number; readonly number: number }
  | { readonly do: 'delete week'; readonly week: number }
  | { readonly do: 'set current'; readonly week: number }
  | { readonly do: 'set lock'; readonly week: number; readonly to: number | 'auto' }
  | { readonly do: 'set ineligible'; readonly week: number; readonly teams: readonly string[] }
  | { readonly do: 'sync'; readonly week: number; readonly rows: readonly Row[] }
  | { readonly do: 'finalize'; readonly week: number }
  | { readonly do: 'random scores'; readonly week: number; readonly drawn: readonly DrawnScore[] }
  | { readonly do: 'random picks'; readonly week: number; readonly overwrite: boolean; readonly drawn: readonly Drawn[] }
  | { readonly do: 'site time'; readonly to: number; readonly running: boolean }
  | { readonly do: 'real time' }
  | { readonly do: 'rules'; readonly change: Partial<Rules> }
  | { readonly do: 'purge users' }
  | { readonly do: 'purge weeks' }
  | { readonly do: 'nothing' }

export interface DrawnScore {
  readonly espn: string
  readonly homeScore: number
  readonly awayScore: number
}

export interface Drawn {
  readonly entry: number
  readonly team: string
}

interface Week {
  readonly id: number
  readonly season: number
  readonly number: number
  lock: number
  automatic: boolean
  /** Number of the lock that stands. */
  lockStands: number | null
  ineligible: readonly string[]
  mark: boolean
  reopenings: number
}
interface Game extends Row {
  readonly week: number
  /** Set All to Final stands. */
  readonly byAdmin: boolean
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

const TEAMS =
  'ARI ATL BAL BUF CAR CHI CIN CLE DAL DEN DET GB HOU IND JAX KC LAC LAR LV MIA MIN NE NO NYG NYJ PHI PIT SEA SF TB TEN WSH'.split(
    ' ',
  )
const HOUR = 3_600_000
const DAY = 24 * HOUR

export class Oracle {
  users: { id: number; admin: boolean }[] = []
  entries: { id: number; owner: number; name: string }[] = []
  weeks: Week[] = []
  picks: { entry: number; week: number; team: string }[] = []
  games: Game[] = []
  current: number | null = null
  clock: { mode: 'real' } | { mode: 'frozen'; at: number } | { mode: 'running'; at: number; since: number } = { mode: 'real' }
  rules: Rules = { missedPick: 'survives', teamLock: 'week', maxEntries: null, lateEntries: 'allowed' }
  /** Locks in the order they were recorded. */
  locks: Lock[] = []
  #frozenRules: { season: number; rules: Rules }[] = []
  #hand: { entry: number; season: number; number: number }[] = []
  #forgiven: { entry: number; week: number; team: string | null }[] = []
  #missed: { entry: number; week: number; lock: number }[] = []
  #last = { user: 0, entry: 0, week: 0 }
  /** §Rules 3. */
  siteTime(now: number): number {
    if (this.clock.mode === 'real') return now
    if (this.clock.mode === 'frozen') return this.clock.at
    return this.clock.at + (now - this.clock.since)
  }

  /** §Rules 1: locks whose time has come are recorded, the earliest first; of equal ones the earlier week. */
  lockWhatIsDue(now: number): void {
    const due = this.weeks.filter((week) => week.lockStands === null && this.siteTime(now) >= week.lock)
    due.sort((a, b) => a.lock - b.lock || a.season - b.season || a.number - b.number)
    for (const week of due) this.#lock(week)
  }

  #lock(week: Week): void {
    const roster = this.entries.filter((entry) => (this.outSince(entry.id, week.season) ?? Infinity) >= week.number)
    const missed = roster.filter((entry) => this.pickOf(entry.id, week.id) === undefined).map((entry) => entry.id)
    this.locks.push({ week: week.id, entries: roster.length, picks: roster.length - missed.length, missed })
    if (!this.#hasLock(week.season)) this.#frozenRules.push({ season: week.season, rules: this.rules })
    week.lockStands = this.locks.length
    for (const entry of missed) this.#missed.push({ entry, week: week.id, lock: this.locks.length })
  }

  #hasLock(season: number): boolean {
    return this.weeks.some((week) => week.season === season && week.lockStands !== null)
  }

  /** §Rules 2. The mark is for reopenings outside a site-time override (§Settled further). */
  #reopenWhatLiesAhead(weeks: readonly Week[], siteTime: number, mark: boolean): void {
    for (const week of weeks) {
      if (week.lockStands === null || siteTime >= week.lock) continue
      week.lockStands = null
      week.reopenings += 1
      if (mark) week.mark = true
    }
    this.#thaw()
  }

  /** §Rules 10: read-only from the season's first lock. Taken so: as long as a lock of the season stands. */
  #thaw(): void {
    this.#frozenRules = this.#frozenRules.filter(({ season }) => this.#hasLock(season))
  }

  rulesOf(season: number | undefined): Rules {
    return this.#frozenRules.find((frozen) => frozen.season === season)?.rules ?? this.rules
  }

  isClosed(week: Week, now: number): boolean {
    return week.lockStands !== null || this.siteTime(now) >= week.lock
  }

  pickOf(entry: number, week: number): string | undefined {
    return this.picks.find((pick) => pick.entry === entry && pick.week === week)?.team
  }

  /** §Rules 5 and 7. Cancelled and postponed games are not final, so they never settle. */
  #hasLost(week: Week, team: string): boolean {
    const game = this.games.find((other) => other.week === week.id && [other.home, other.away].includes(team))
    if (game === undefined || game.status !== 'final' || game.homeScore === null || game.awayScore === null) return false
    if (week.lockStands === null && !game.byAdmin) return false
    const own = game.home === team ? game.homeScore : game.awayScore
    const theirs = game.home === team ? game.awayScore : game.homeScore
    return own <= theirs
  }

  /** Every game of a week that has any is final. Taken so: of a locked week, since before it picks may still come. */
  isOver(week: Week): boolean {
    const games = this.games.filter((game) => game.week === week.id)
    return week.lockStands !== null && games.length > 0 && games.every((game) => game.status === 'final')
  }

  #losses(entry: number, season: number): readonly Loss[] {
    const weeks = this.weeks.filter((week) => week.season === season).sort((a, b) => a.number - b.number)
    const losses = weeks.flatMap((week): Loss[] => {
      const team = this.pickOf(entry, week.id)
      if (team !== undefined) return this.#hasLost(week, team) ? [{ week: week.id, number: week.number, team }] : []
      if (this.rulesOf(season).missedPick === 'survives' || !this.isOver(week)) return []
      // Taken so: those lose whom that very lock found alive and without a pick, or whose pick was taken away since.
      const missed = this.#missed.some((miss) => miss.entry === entry && miss.week === week.id && miss.lock === week.lockStands)
      return missed ? [{ week: week.id, number: week.number, team: null }] : []
    })
    // Taken so: a forgiven loss is that team (or no team) in that week, however often its score is corrected.
    return losses.filter(
      (loss) => !this.#forgiven.some((mercy) => mercy.entry === entry && mercy.week === loss.week && mercy.team === loss.team),
    )
  }

  /** §Rules 6: the week since which an entry is out of a season, or null. Of a loss and a hand, the earlier week. */
  outSince(entry: number, season: number): number | null {
    const hands = this.#hand.filter((hand) => hand.entry === entry && hand.season === season).map((hand) => hand.number)
    const weeks = [...hands, ...this.#losses(entry, season).map((loss) => loss.number)]
    return weeks.length === 0 ? null : Math.min(...weeks)
  }

  /** §Rules 11. Taken so: the first week that is over and leaves at most one alive decides, for good. */
  champions(season: number): readonly number[] {
    const over = this.weeks.filter((week) => week.season === season && this.isOver(week)).map((week) => week.number)
    for (const number of over.sort((a, b) => a - b)) {
      const fallen = this.entries.filter((entry) => (this.outSince(entry.id, season) ?? Infinity) <= number)
      if (fallen.length === 0) continue
      const left = this.entries.filter((entry) => !fallen.includes(entry))
      if (left.length === 1) return left.map((entry) => entry.id)
      const last = Math.max(...fallen.map((entry) => this.outSince(entry.id, season) ?? 0))
      if (left.length === 0) return fallen.filter((entry) => this.outSince(entry.id, season) === last).map((entry) => entry.id)
    }
    return []
  }

  /** §Rules 9: teams of an entry in other weeks of the same season. */
  usedTeams(entry: number, week: Week): readonly string[] {
    const others = this.weeks.filter((other) => other.season === week.season && other.id !== week.id).map((other) => other.id)
    return this.picks.filter((pick) => pick.entry === entry && others.includes(pick.week)).map((pick) => pick.team)
  }

  #isOnBye(week: Week, team: string): boolean {
    const games = this.games.filter((game) => game.week === week.id)
    return games.length > 0 && !games.some((game) => game.home === team || game.away === team)
  }

  #hasKickedOff(week: Week, team: string, now: number): boolean {
    if (this.rulesOf(week.season).teamLock === 'week') return false
    return this.games.some((game) => {
      if (game.week !== week.id || (game.home !== team && game.away !== team)) return false
      if (game.status === 'in_progress' || game.status === 'final') return true
      return game.status === 'scheduled' && game.known && this.siteTime(now) >= game.kickoff
    })
  }

  /** Why a wish must be refused; any of these codes will do. None: it must be accepted. */
  refusals(wish: Wish, who: Who, now: number): readonly string[] {
    if (wish.do === 'register' || wish.do === 'nothing') return []
    const actor = who.kind === 'user' ? this.users.find((user) => user.id === who.id) : undefined
    if (MEMBERS_WISHES.includes(wish.do)) {
      return actor === undefined ? ['unauthenticated'] : this.#memberRefusals(wish, actor, now)
    }
    if (who.kind !== 'system') {
      if (actor === undefined) return ['unauthenticated']
      if (!actor.admin) return ['forbidden']
    }
    return this.#adminRefusals(wish, now)
  }

  #memberRefusals(wish: Wish, actor: { id: number; admin: boolean }, now: number): readonly string[] {
    if (wish.do === 'enter') return this.#enterRefusals(wish, actor, now)
    const entry = this.entries.find((other) => 'entry' in wish && other.id === wish.entry)
    const own = entry?.owner === actor.id
    if (wish.do === 'rename' || wish.do === 'delete entry') {
      if (entry === undefined || !(own || actor.admin)) return ['entry_not_found']
      const closed = !actor.admin && this.#isWeekOneClosed(now) ? ['week_one_locked'] : []
      return wish.do === 'rename' && this.#isTaken(entry.owner, wish.name, entry.id) ? [...closed, 'entry_name_taken'] : closed
    }
    if (wish.do !== 'pick' && wish.do !== 'change' && wish.do !== 'clear') throw new Error(wish.do)
    const week = this.weeks.find((other) => other.id === wish.week)
    if (wish.do === 'pick') {
      const absent = [...(own ? [] : ['entry_not_found']), ...(week === undefined ? ['week_not_found'] : [])]
      if (absent.length > 0) return absent
    }
    const held = this.pickOf(wish.entry, wish.week)
    if (week === undefined || !own || (wish.do !== 'pick' && held === undefined)) return ['pick_not_found']
    const reasons = this.isClosed(week, now) ? ['week_locked'] : []
    if (this.outSince(wish.entry, week.season) !== null) reasons.push('entry_eliminated')
    const leaves = held !== undefined && (wish.do === 'clear' || meant(wish.team) !== held)
    if (leaves && this.#hasKickedOff(week, held, now)) reasons.push('pick_kicked_off')
    if (wish.do === 'clear') return reasons
    const team = meant(wish.team)
    reasons.push(...this.#teamRefusals(wish.entry, week, team))
    if (week.ineligible.includes(team)) reasons.push('team_ineligible')
    if (this.#hasKickedOff(week, team, now)) reasons.push('team_kicked_off')
    return reasons
  }

  #teamRefusals(entry: number, week: Week, team: string): readonly string[] {
    if (!TEAMS.includes(team)) return ['unknown_team']
    const used = this.usedTeams(entry, week).includes(team) ? ['team_used'] : []
    return this.#isOnBye(week, team) ? [...used, 'team_on_bye'] : used
  }

  /** The rules bind members, and an admin who plays; not an admin who acts for another. */
  #enterRefusals(
    wish: { readonly owner: number; readonly name: string },
    actor: { id: number; admin: boolean },
    now: number,
  ): readonly string[] {
    const reasons: string[] = []
    if (wish.owner !== actor.id && !actor.admin) reasons.push('forbidden')
    if (!this.users.some((user) => user.id === wish.owner)) reasons.push('user_not_found')
    if (this.#isTaken(wish.owner, wish.name)) reasons.push('entry_name_taken')
    if (wish.owner !== actor.id) return reasons
    const rules = this.rulesOf(this.weeks.find((week) => week.id === this.current)?.season)
    const held = this.entries.filter((entry) => entry.owner === actor.id).length
    if (rules.maxEntries !== null && held >= rules.maxEntries) reasons.push('too_many_entries')
    if (rules.lateEntries === 'closed' && this.#isWeekOneClosed(now)) reasons.push('late_entries_closed')
    return reasons
  }

  #isTaken(owner: number, name: string, except?: number): boolean {
    return this.entries.some(
      (entry) => entry.owner === owner && entry.id !== except && entry.name.toLowerCase() === name.toLowerCase(),
    )
  }

  /** Of the current week's season. Taken so: where the pool joined later, the season's first week counts as Week 1. */
  #isWeekOneClosed(now: number): boolean {
    const season = this.weeks.find((week) => week.id === this.current)?.season
    const first = this.weeks.filter((week) => week.season === season).sort((a, b) => a.number - b.number)[0]
    return first !== undefined && this.isClosed(first, now)
  }

  #adminRefusals(wish: Wish, now: number): readonly string[] {
    if ('week' in wish && 'entry' in wish) return this.#adminPickRefusals(wish, now)
    const week = 'week' in wish ? this.weeks.find((other) => other.id === wish.week) : undefined
    if ('week' in wish && week === undefined) return ['week_not_found']
    if ('entry' in wish && !this.entries.some((entry) => entry.id === wish.entry)) return ['entry_not_found']
    switch (wish.do) {
      case 'delete user': {
        const user = this.users.find((other) => other.id === wish.user)
        if (user === undefined) return ['user_not_found']
        return user.admin && this.users.filter((other) => other.admin).length === 1 ? ['last_admin'] : []
      }
      case 'judge':
        return wish.out && this.current === null ? ['no_current_week'] : []
      case 'add week':
        return this.weeks.some((other) => other.season === wish.season && other.number === wish.number) ? ['week_exists'] : []
      case 'delete week':
        return wish.week === this.current ? ['cannot_delete_current_week'] : []
      case 'set ineligible':
        return wish.teams.every((team) => TEAMS.includes(meant(team))) ? [] : ['unknown_team']
      case 'rules': {
        const season = this.weeks.find((other) => other.id === this.current)?.season
        return season !== undefined && this.#hasLock(season) ? ['rules_locked'] : []
      }
      default:
        return []
    }
  }

  #adminPickRefusals(wish: Wish & { readonly week: number; readonly entry: number }, now: number): readonly string[] {
    const week = this.weeks.find((other) => other.id === wish.week)
    const entry = this.entries.find((other) => other.id === wish.entry)
    if (wish.do === 'remove pick') {
      return week === undefined || entry === undefined || this.pickOf(wish.entry, wish.week) === undefined
        ? ['pick_not_found']
        : []
    }
    if (wish.do !== 'override') throw new Error(wish.do)
    if (week === undefined || entry === undefined) {
      return [...(week === undefined ? ['week_not_found'] : []), ...(entry === undefined ? ['entry_not_found'] : [])]
    }
    const reasons = this.isClosed(week, now) && !wish.reason ? ['reason_required'] : []
    return [...reasons, ...this.#teamRefusals(wish.entry, week, meant(wish.team))]
  }

  /** Makes an accepted wish come true. */
  grant(wish: Wish, now: number): void {
    const week = 'week' in wish ? this.weeks.find((other) => other.id === wish.week) : undefined
    switch (wish.do) {
      case 'nothing':
        return
      case 'register':
      case 'create user':
        this.#last.user += 1
        this.users.push({ id: this.#last.user, admin: this.users.length === 0 })
        return
      case 'delete user':
        this.users = this.users.filter((user) => user.id !== wish.user)
        this.#forget((entry) => entry.owner === wish.user)
        return
      case 'enter':
        this.#last.entry += 1
        this.entries.push({ id: this.#last.entry, owner: wish.owner, name: wish.name })
        return
      case 'rename':
        this.entries = this.entries.map((entry) => (entry.id === wish.entry ? { ...entry, name: wish.name } : entry))
        return
      case 'delete entry':
      case 'remove entry':
        this.#forget((entry) => entry.id === wish.entry)
        return
      case 'judge':
        this.#judge(wish.entry, wish.out)
        return
      case 'pick':
      case 'change':
      case 'override':
        this.#put(wish.entry, wish.week, meant(wish.team))
        return
      case 'clear':
      case 'remove pick':
        this.picks = this.picks.filter((pick) => pick.entry !== wish.entry || pick.week !== wish.week)
        if (week?.lockStands) this.#missed.push({ entry: wish.entry, week: wish.week, lock: week.lockStands })
        return
      case 'add week':
        this.#addWeek(wish.season, wish.number)
        return
      case 'delete week':
        this.#drop((other) => other.id === wish.week)
        return
      case 'set current':
        this.current = wish.week
        return
      case 'set lock':
        if (week !== undefined) this.#setLock(week, wish.to, now)
        return
      case 'set ineligible':
        if (week !== undefined) week.ineligible = wish.teams.map(meant)
        return
      case 'sync':
        if (week !== undefined) this.#sync(week, wish.rows)
        return
      case 'finalize':
        this.games = this.games.map((game) => (game.week === wish.week ? { ...game, status: 'final', byAdmin: true } : game))
        return
      case 'random scores':
        this.#randomScores(wish.week, wish.drawn)
        return
      case 'random picks':
        if (week !== undefined) this.#randomPicks(week, wish.overwrite, wish.drawn)
        return
      case 'site time':
        this.clock = wish.running ? { mode: 'running', at: wish.to, since: now } : { mode: 'frozen', at: wish.to }
        this.#reopenWhatLiesAhead(this.weeks, wish.to, false)
        return
      case 'real time':
        this.clock = { mode: 'real' }
        this.#reopenWhatLiesAhead(this.weeks, now, false)
        return
      case 'rules':
        this.rules = { ...this.rules, ...wish.change }
        return
      case 'purge users':
        this.users = this.users.filter((user) => user.admin)
        this.#forget(() => true)
        return
      case 'purge weeks':
        this.current = null
        this.#drop(() => true)
        return
      default:
        wish satisfies never
    }
  }

  #forget(which: (entry: { readonly id: number; readonly owner: number }) => boolean): void {
    const gone = this.entries.filter(which).map((entry) => entry.id)
    this.entries = this.entries.filter((entry) => !gone.includes(entry.id))
    this.picks = this.picks.filter((pick) => !gone.includes(pick.entry))
  }

  #drop(which: (week: Week) => boolean): void {
    const gone = this.weeks.filter(which).map((week) => week.id)
    this.weeks = this.weeks.filter((week) => !gone.includes(week.id))
    this.picks = this.picks.filter((pick) => !gone.includes(pick.week))
    this.games = this.games.filter((game) => !gone.includes(game.week))
    this.#thaw()
  }

  #judge(entry: number, out: boolean): void {
    const week = this.weeks.find((other) => other.id === this.current)
    if (week === undefined || (this.outSince(entry, week.season) !== null) === out) return
    if (out) {
      this.#hand.push({ entry, season: week.season, number: week.number })
      return
    }
    for (const loss of this.#losses(entry, week.season)) this.#forgiven.push({ entry, week: loss.week, team: loss.team })
    this.#hand = this.#hand.filter((hand) => hand.entry !== entry || hand.season !== week.season)
  }

  #put(entry: number, week: number, team: string): void {
    this.picks = this.picks.filter((pick) => pick.entry !== entry || pick.week !== week)
    this.picks.push({ entry, week, team })
  }

  #addWeek(season: number, number: number): void {
    this.#last.week += 1
    const fresh = { automatic: true, lockStands: null, ineligible: [], mark: false, reopenings: 0 }
    this.weeks.push({ id: this.#last.week, season, number, lock: automaticLock(season, number, []), ...fresh })
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
    this.#reopenWhatLiesAhead([week], this.siteTime(now), this.clock.mode === 'real')
  }

  /** A known game missing from the answer stays; Set All to Final stands until a different final score comes. */
  #sync(week: Week, rows: readonly Row[]): void {
    for (const row of rows) {
      // Taken so: of a game that stands twice in one answer, the last row is right.
      if (row !== rows.findLast((other) => other.espn === row.espn)) continue
      const before = this.games.find((game) => game.week === week.id && game.espn === row.espn)
      const after = { ...played(before, row), week: week.id }
      this.games = before === undefined ? [...this.games, after] : this.games.map((game) => (game === before ? after : game))
    }
    if (!week.automatic || week.lockStands !== null) return
    week.lock = automaticLock(
      week.season,
      week.number,
      this.games.filter((game) => game.week === week.id),
    )
  }

  #randomScores(week: number, drawn: readonly DrawnScore[]): void {
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
      return { ...game, ...score, status: 'in_progress', byAdmin: false }
    })
  }

  /** Who gets a pick is settled; which team is chance's, out of those that are allowed. */
  #randomPicks(week: Week, overwrite: boolean, drawn: readonly Drawn[]): void {
    const wanted: number[] = []
    for (const entry of this.entries) {
      const used = this.usedTeams(entry.id, week)
      const free = TEAMS.filter((team) => !used.includes(team) && !week.ineligible.includes(team) && !this.#isOnBye(week, team))
      const left = this.outSince(entry.id, week.season) !== null || (this.pickOf(entry.id, week.id) !== undefined && !overwrite)
      if (left || free.length === 0) continue
      wanted.push(entry.id)
      const team = drawn.find((pick) => pick.entry === entry.id)?.team
      if (team === undefined || !free.includes(team)) throw new Error(`entry ${entry.id} was drawn ${team}`)
    }
    if (drawn.length !== wanted.length) throw new Error(`drawn ${drawn.length}, wanted ${wanted.length}`)
    for (const { entry, team } of drawn) this.#put(entry, week.id, team)
  }
}

const MEMBERS_WISHES: readonly string[] = ['enter', 'rename', 'delete entry', 'pick', 'change', 'clear']

/** The teams are few in these seasons; one alias stands for all. */
function meant(text: string): string {
  const team = text.trim().toUpperCase()
  return team === 'WAS' ? 'WSH' : team
}

function played(before: Game | undefined, row: Row): Omit<Game, 'week'> {
  if (row.status === 'final') {
    const stands = before?.byAdmin === true && before.homeScore === row.homeScore && before.awayScore === row.awayScore
    return { ...row, byAdmin: stands }
  }
  if (before?.byAdmin === true) {
    const { status, homeScore, awayScore } = before
    return { ...row, status, homeScore, awayScore, byAdmin: true }
  }
  // What is not under way has no score.
  return row.status === 'in_progress' ? { ...row, byAdmin: false } : { ...row, homeScore: null, awayScore: null, byAdmin: false }
}

/** §Rules 4, by hand: summer time in New York ends at 06:00 UTC of November's first Sunday; no season reaches March. */
export function automaticLock(season: number, number: number, games: readonly Row[]): number {
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

/** Midnight UTC of a month's first such weekday (0 is Sunday). */
function firstOf(weekday: number, year: number, month: number): number {
  let day = Date.UTC(year, month, 1)
  while (new Date(day).getUTCDay() !== weekday) day += DAY
  return day
}
