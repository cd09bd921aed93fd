import {
  type Command,
  type CommandData,
  type CommandType,
  entryId,
  invitationId,
  POOL_RULES,
  type PoolRules,
  position,
  RULE_NAMES,
  type RuleName,
  type RuleShape,
  userId,
  weekId,
} from '../../src/index.ts'
import { automaticLock } from './oracle/calendar.ts'
import type { Random } from './random.ts'
import { HOUR, instant, SEASONS, SOME_TEAMS, type World } from './world.ts'

// A random command of each type. A type of command that is missing here does not compile.

const NAMES = ['A', 'a', 'B', 'entry 0', 'ENTRY 1', 'Entry 2', 'C', 'D', 'E']
const PAYMENT_TYPES = ['cash', 'venmo', 'bank'] as const
/** Offsets around a lock, to the millisecond, and well before and after it. */
const OFFSETS = [-72 * HOUR, -HOUR, -1, 0, 1, HOUR, 48 * HOUR]

/** A reason mostly. Choices of its own, so that it changes no other. */
export function aReason(world: World): { readonly reason?: string } {
  return world.random.branch('reason').chance(0.8) ? { reason: 'because' } : {}
}

/** Until when somebody picks for another: a time or a week, rarely one that is over. */
export function anEnd(world: World): CommandData['NameProxy']['until'] {
  const { random } = world
  const week = random.maybeOf(world.facts.weeks)
  if (week !== undefined && random.chance(0.5)) return { weekId: weekId(week.id) }
  return { endsAt: instant(world.now + random.of([-1, HOUR, 48 * HOUR, 400 * 24 * HOUR])) }
}

/** Mostly none. Choices of its own, so that it changes no other. */
function takenOver({ facts }: World, random: Random) {
  const paper = random.chance(0.3) ? random.maybeOf(facts.entries.filter(({ isByHand }) => isByHand)) : undefined
  return paper === undefined ? undefined : [entryId(paper.id)]
}

type Samples = { readonly [T in CommandType]: (world: World) => CommandData[T] }

const SAMPLES: Samples = {
  RegisterUser: () => ({ emailTaken: false, adminGrant: 'first_account' }),
  ClaimAdmin: (world) => ({ userId: world.anAccount() }),
  CreateUser: (world) => ({
    emailTaken: false,
    hasPassword: world.random.chance(0.3),
    takesOver: takenOver(world, world.random.branch('takes over')),
  }),
  ImportMembers: ({ random }) => ({
    members: [{ entryNames: random.some(NAMES, 0.2) }, { entryNames: random.some(NAMES, 0.2) }],
  }),
  ChangeJoining: ({ random }) => ({ mode: random.of(['open', 'open', 'code', 'approval', 'closed'] as const) }),
  ApproveUser: (world) => ({ userId: world.anAccount() }),
  CreateInvitation: () => ({ maxUses: null, expiresAt: null }),
  RevokeInvitation: () => ({ invitationId: invitationId(1) }),
  ChangeProfile: (world) => ({
    userId: world.anAccount(),
    fields: world.random.some(['email', 'mobile'], 0.4),
    emailTaken: false,
    isAdmin: world.random.of([undefined, undefined, undefined, true, false]),
    roles: world.random.of([undefined, undefined, world.random.some(['treasurer', 'scorekeeper', 'helper'] as const, 0.4)]),
    handsOver: world.random.of([undefined, undefined, undefined, undefined, true]),
  }),
  CommitNames: (world) => ({
    people: [{ userId: world.anAccount(), names: { salt: '5a', firstName: 'Ann', lastName: 'Lee' } }],
  }),
  ConfirmEmailChange: (world) => ({ userId: userId(world.random.maybeOf(world.facts.seals)?.user ?? world.anAccount()) }),
  ChangePassword: (world) => ({ userId: world.anAccount(), by: 'self' }),
  EndLogins: () => ({}),
  EndSession: () => ({ sessionId: 'f6a1d8b4-0000-4000-8000-000000000000', exists: true }),
  AddPasskey: () => ({ passkeys: 0 }),
  RemovePasskey: () => ({ exists: true }),
  CreateProgramToken: (world) => ({ scopes: ['read'], endsAt: instant(world.now + HOUR), hash: '00' }),
  RevokeProgramToken: () => ({ tokenId: position(1) }),
  NoteProgramTokenUse: (world) => ({ userId: world.anAccount(), tokenId: position(1), scope: 'read' }),
  DeleteUser: (world) => ({ userId: world.anAccount() }),

  RemoveNewcomers: (world) => ({
    userIds: world.random.chance(0.3) ? [world.anAccount()] : [],
    entryIds: world.random.chance(0.5) ? [world.anEntry()] : [],
  }),

  CreateEntry: (world) => ({ userId: world.anAccount(), name: world.random.of(NAMES) }),
  CreatePaperEntries: (world) => ({ userId: world.anAccount(), names: world.random.some(NAMES, 0.2) }),
  HandOverEntries: (world) => ({
    entryIds: [world.aPaperEntry(), ...(world.random.chance(0.3) ? [world.aPaperEntry()] : [])],
    userId: world.anAccount(),
    byHand: world.random.chance(0.5),
  }),
  RenameEntry: (world) => ({ entryId: world.anEntry(), name: world.random.of(NAMES) }),
  DeleteEntry: (world) => ({ entryId: world.anEntry() }),
  AmendEntry: (world) => ({
    entryId: world.anEntry(),
    name: world.random.chance(0.1) ? world.random.of(NAMES) : undefined,
    isEliminated: world.random.chance(0.9) ? world.random.chance(0.5) : undefined,
  }),
  RemoveEntry: (world) => ({ entryId: world.anEntry() }),
  SetPayment: (world) => ({
    entryId: world.anEntry(),
    paymentType: world.random.of(PAYMENT_TYPES),
    paidDate: null,
    isPaid: world.random.of([true, true, true, false, undefined]),
  }),
  RecordPayments: (world) => ({
    payments: [world.anEntry(), world.anEntry()].map((entry) => ({
      entryId: entry,
      paymentType: world.random.of(PAYMENT_TYPES),
      paidDate: null,
    })),
  }),
  RecordPartPayment: (world) => ({
    entryId: world.anEntry(),
    amountCents: world.random.of([1, 1000, 1500, 2500]),
    paymentType: world.random.of(PAYMENT_TYPES),
    paidDate: null,
  }),
  RecordPayouts: (world) => ({
    entryIds: [world.anEntry(), world.anEntry()],
    seasonYear: null,
    paymentType: world.random.of(PAYMENT_TYPES),
    paidDate: null,
    exceedsReceived: world.random.branch('exceeds').chance(0.5),
  }),
  ReversePayout: (world) => ({ entryId: world.anEntry(), seasonYear: null }),
  ClaimPayment: (world) => ({ entryId: world.anEntry(), paymentType: world.random.of([null, ...PAYMENT_TYPES]) }),
  WithdrawPaymentClaim: (world) => ({ entryId: world.anEntry() }),
  DeclinePaymentClaim: (world) => ({ entryId: entryId(world.random.maybeOf(world.facts.claims)?.entry ?? world.anEntry()) }),
  ChangeTreasurer: () => ({ fields: ['paypal'] }),

  SubmitPick: (world) => {
    const entry = world.anEntry()
    return { entryId: entry, weekId: world.aWeek(), slot: world.aSlot(), team: world.aTeam(entry), nonce: world.nonce() }
  },
  ChangePick: (world) => ({ pickId: world.aPick(), team: world.random.of(SOME_TEAMS), nonce: world.nonce() }),
  NameProxy: (world) => ({ entryId: world.anEntry(), userId: world.anAccount(), until: anEnd(world) }),
  EndProxy: (world) => ({ entryId: entryId(world.random.maybeOf(world.facts.proxies)?.entry ?? world.anEntry()) }),
  ClearPick: (world) => ({ pickId: world.aPick() }),
  OverridePick: (world) => {
    const entry = world.anEntry()
    const reason = world.random.chance(0.8) ? 'because' : undefined
    return {
      entryId: entry,
      weekId: world.anyWeek(),
      slot: world.aSlot(),
      team: world.aTeam(entry),
      nonce: world.nonce(),
      reason,
    }
  },
  RemovePick: (world) => ({ pickId: world.aPick(), ...aReason(world) }),
  SetRanking: (world) => ({
    entryId: world.anEntry(),
    teams: [...world.random.some(SOME_TEAMS, 0.5), ...(world.random.chance(0.05) ? ['XXX'] : [])],
    nonce: world.nonce(),
  }),
  CastSplitVote: (world) => ({
    entryId: entryId(world.random.maybeOf(world.facts.vote?.entries ?? []) ?? world.anEntry()),
    choice: world.random.of(['share', 'play_on', null] as const),
  }),
  RequestBuyback: (world) => ({ entryId: world.anEntry() }),
  AnswerBuyback: (world) => {
    const requests = world.facts.buybacks.filter(({ status }) => status === 'requested')
    const asked = world.random.chance(0.8) ? world.random.maybeOf(requests) : undefined
    const answered = asked === undefined ? world.anEntry() : entryId(asked.entry)
    return { entryId: answered, action: world.random.chance(0.75) ? 'confirm' : 'decline' }
  },
  StartSeason: ({ random }) => ({ seasonYear: random.of([2025, 2026, 2026, 2026, 2027]) }),
  RenewEntry: (world) => ({ entryId: world.anEntry(), byAdmin: world.random.chance(0.3) }),
  ImportPicks: (world) => {
    const entry = world.anEntry()
    const weeks = world.random.shuffled(world.lockedWeeks.length > 0 ? world.lockedWeeks : world.facts.weeks).slice(0, 3)
    return {
      picks: weeks.map((week) => ({
        entryId: world.random.chance(0.7) ? entry : world.anEntry(),
        weekId: weekId(week.id),
        team: world.aTeam(entry),
        nonce: world.nonce(),
      })),
      reason: world.random.chance(0.95) ? 'from the spreadsheet' : '',
    }
  },
  UnmaskPicks: (world) => ({ weekId: world.aWeek(), reason: world.random.chance(0.8) ? 'a dispute' : '' }),

  AddWeek: (world) => {
    const seasonYear = world.random.weighted([
      [3, SEASONS[0]],
      [1, SEASONS[1]],
    ] as const)
    const weekNumber = world.random.between(1, 5)
    const lockTime = instant(automaticLock(seasonYear, weekNumber, []) + world.random.of(OFFSETS))
    const random = world.random.branch(`slates ${world.now}`)
    const starts = random
      .some([-36, 3, 24, 24 * 9], random.of([0, 0, 0.3]))
      .map((hours) => instant(automaticLock(seasonYear, weekNumber, []) + hours * HOUR))
    return {
      seasonYear,
      weekNumber,
      lockTime: world.random.chance(0.2) ? lockTime : undefined,
      ...(starts.length > 0 && { slates: starts }),
    }
  },
  DeleteWeek: (world) => ({ weekId: world.anyWeek() }),
  SetCurrentWeek: (world) => ({ weekId: world.anyWeek() }),
  SetLockTime: (world) => ({
    weekId: world.anyWeek(),
    lockTime: world.random.chance(0.3) ? 'auto' : instant(world.siteTime + world.random.of(OFFSETS)),
  }),
  SetPicksOfWeek: (world) => ({ weekId: world.aWeek(), picks: world.random.of([null, 1, 2, 2, 3]) }),
  SetIneligibleTeams: (world) => ({
    weekId: world.aWeek(),
    teams: [...world.random.some(SOME_TEAMS, 0.3), ...(world.random.chance(0.05) ? ['XXX'] : [])],
  }),
  SyncGames: (world) => {
    const week = world.random.maybeOf(world.facts.weeks)
    if (week === undefined) return { weekId: world.anyWeek(), games: [] }
    const { random } = world
    const report = world.report(week, () => ({
      status: random.of(['scheduled', 'in_progress', 'final', 'final', 'final', 'cancelled', 'postponed'] as const),
      homeScore: random.chance(0.05) ? null : random.between(0, 3),
      awayScore: random.chance(0.05) ? null : random.between(0, 3),
    }))
    return report.type === 'SyncGames' ? report.data : { weekId: world.anyWeek(), games: [] }
  },
  FinalizeScores: (world) => ({ weekId: world.anyWeek() }),
  SetGame: (world) => {
    const { random } = world
    const isMoved = random.branch('moved').chance(0.12)
    const game = world.aGame()
    const status = random.of([undefined, 'final', 'final', 'in_progress', 'postponed', 'cancelled', 'scheduled'] as const)
    return {
      gameId: game,
      status: isMoved ? 'moved' : status,
      homeScore: random.chance(0.8) ? random.between(0, 3) : undefined,
      awayScore: random.chance(0.8) ? random.between(0, 3) : undefined,
      reason: random.chance(0.95) ? 'the scoreboard is down' : '',
    }
  },
  ReturnGame: (world) => ({ gameId: world.aGame(world.facts.games.filter(({ byHand }) => byHand !== null)) }),
  CloseWeek: (world) => ({ weekId: world.anyWeek(), reason: world.random.chance(0.95) ? 'a storm' : '' }),
  RandomizeScores: (world) => ({ weekId: world.anyWeek(), seed: world.nonce() }),
  RandomizePicks: (world) => ({
    weekId: world.aWeek(),
    overwrite: world.random.chance(0.5),
    seed: world.nonce(),
    ...aReason(world),
  }),

  SetSiteTime: (world) => {
    const week = world.random.maybeOf(world.facts.weeks)
    const around = (week?.lockTime ?? world.now) + world.random.of(OFFSETS)
    return { siteTime: instant(around), running: world.random.chance(0.5) }
  },
  ClearSiteTime: () => ({}),
  ChangeRules: (world) => ({ rules: someRules(world) }),
  ChangeClub: () => ({ name: 'Club' }),
  ChangeClubhouseScreen: () => ({ scenes: ['reveal'] }),
  MarkSetupStep: () => ({ step: 'club', mark: 'done' }),
  ChangeReminders: ({ random }) => ({ enabled: random.chance(0.5) }),
  SendReminders: (world) => ({
    weekId: world.aWeek(),
    offset: 'manual',
    members: [{ userId: world.anAccount(), timeZone: 'America/New_York' }],
    zones: ['America/New_York'],
  }),
  ChangeWeekSummary: (world) => ({ weekId: world.anyWeek(), isPinned: true }),
  SetPastChampions: () => ({ seasonYear: 2001, digest: null }),
  QueueBroadcast: (world) => ({ audience: world.random.of(['all', 'alive', 'no_pick', 'admins'] as const), accounts: [] }),
  AddWebhook: () => ({ webhookId: 1, preset: 'standard', events: ['lock'], existing: 0 }),
  RemoveWebhook: () => ({ webhookId: 1, exists: true }),
  SwitchWebhook: () => ({ webhookId: 1, isOn: false, exists: true }),
  UndoAction: (world) => ({ nonce: world.nonce() }),
  SwitchFourEyes: ({ random }) => ({ isOn: random.branch('four eyes').chance(0.5) }),
  ConfirmAction: (world) => ({ actionId: world.anAction() }),
  RefuseAction: (world) => ({ actionId: world.anAction() }),
  WithdrawAction: (world) => ({ actionId: world.anAction() }),
  ActAlone: (world) => ({ actionId: world.anAction(), reason: aReason(world).reason ?? '' }),
  PurgeUsersAndEntries: () => ({}),
  PurgeWeeks: () => ({}),
  LockDueWeeks: () => ({}),
}

export function sample(world: World, type: CommandType): Command {
  return { type, data: SAMPLES[type](world) } as Command
}

export const COMMAND_TYPES = Object.keys(SAMPLES) as readonly CommandType[]

/** Decides nothing that happens in a history. */
const WITHOUT_EFFECT: readonly RuleName[] = ['potPublic']

/** Rules under which entries fall, get automatic picks and buy back in often. */
function chosenRules({ random }: World): Partial<PoolRules> {
  return {
    missedPick: random.of(['auto', 'auto', 'eliminated', 'eliminated', 'survives'] as const),
    cancelledGame: random.of(['survives', 'loss'] as const),
    teamLock: random.of(['week', 'kickoff'] as const),
    lives: random.of([1, 1, 1, 2, 2, 3]),
    autoPick: random.of([
      ['my_list', 'most_picked', 'alphabetical'],
      ['most_picked', 'last_visitor'],
      ['last_visitor', 'alphabetical', 'my_list'],
      ['my_list'],
      ['alphabetical'],
    ] as const),
    maxAutoPicks: random.between(1, 3),
    buyback: random.chance(0.85)
      ? { untilWeek: random.between(1, 4), maxPerEntry: random.between(1, 2), feeCents: random.of([0, 500]) }
      : null,
    entryFeeCents: random.of([null, 1000, 2500]),
    currency: random.branch('currency').of(['USD', 'USD', 'USD', 'EUR']),
    clubSharePercent: random.of([null, 10]),
    prizes: random
      .branch('prizes')
      .of([
        null,
        { shares: [100], weeklyCents: 0 },
        { shares: [60, 30, 10], weeklyCents: 333 },
        { shares: [50, 30, 20], weeklyCents: 2500 },
        { shares: [40, 25, 20, 10, 5], weeklyCents: 1000 },
      ]),
    unpaidAfterWeek: random.of([null, null, null, null, 1, 2]),
    maxEntriesPerMember: random.of([null, null, 2, 3]),
    split: random.branch('split').of([null, { atMost: 3, fromWeek: 1 }, { atMost: 6, fromWeek: 2 }]),
    teamUses: random.branch('uses').of([1, 1, 2]),
    picksPerWeek: random
      .branch('picks')
      .of([null, null, { picks: 2, fromWeek: 1 }, { picks: 2, fromWeek: 2 }, { picks: 3, fromWeek: 2 }]),
    wipeOut: random.branch('wipe out').of(['share', 'share', { reviveAtMost: 1 }, { reviveAtMost: 2 }] as const),
    tiebreak: random
      .branch('tiebreak')
      .of([['share'], ['margin'], ['fewest_auto', 'margin'], ['fewest_auto', 'share', 'margin']] as const),
    teamsFreeAgainIn: random.branch('free').of([null, null, 2, 3]),
    lateEntryLosses: random.branch('late losses').chance(0.6),
    lateEntries: random.of(['allowed', 'allowed', 'closed', { untilWeek: 2 }] as const),
  }
}

/** The rules without a line above have any value of their kind, from choices of their own: a new rule changes no other choice. */
function otherRules({ random }: World, chosen: Partial<PoolRules>, probability = 1): Partial<PoolRules> {
  const others = RULE_NAMES.filter((name) => !(name in chosen) && !WITHOUT_EFFECT.includes(name))
  const drawn = others.filter((name) => random.branch(`draw ${name}`).chance(probability))
  return Object.fromEntries(drawn.map((name) => [name, valueOf(POOL_RULES[name].kind, random.branch(name))] as const))
}

export function eventfulRules(world: World): Partial<PoolRules> {
  const chosen = chosenRules(world)
  const lateEntryLosses = chosen.lives !== 1 && chosen.lateEntryLosses === true
  return { ...chosen, lateEntryLosses, ...otherRules(world, chosen) }
}

/** Any value that a rule can have. */
function valueOf(shape: RuleShape, random: Random): unknown {
  switch (shape.type) {
    case 'choice':
      return random.of(shape.values)
    case 'whole':
      return random.between(shape.min, shape.max)
    case 'flag':
      return random.chance(0.5)
    case 'currency':
      return 'USD'
    case 'order':
      return random.shuffled(shape.values).slice(0, random.between(1, shape.values.length))
    case 'shares': {
      const first = random.between(1, 100)
      return first === 100 ? [first] : [first, 100 - first]
    }
    case 'group':
      return Object.fromEntries(Object.entries(shape.fields).map(([part, { kind }]) => [part, valueOf(kind, random)]))
    case 'time':
      return `${String(random.between(0, 23)).padStart(2, '0')}:${random.of(['00', '15', '59'])}`
    case 'optional':
      return random.chance(0.5) ? null : valueOf(shape.of, random)
    case 'named_or':
      return random.chance(0.5) ? random.of(shape.values) : valueOf(shape.of, random)
  }
}

/** A few of the rules. */
export function someRules(world: World): Partial<PoolRules> {
  const chosen = chosenRules(world)
  const some: Partial<PoolRules> = Object.fromEntries(world.random.some(Object.entries(chosen), 0.3))
  return { ...some, ...otherRules(world, chosen, 0.3), ...unfitRules(world) }
}

/** Now and then rules that may not fit the others. */
function unfitRules({ random }: World): Partial<PoolRules> {
  const unfit = random.branch('unfit rules')
  const without = {
    currency: null,
    ...(random.branch('no prizes').chance(0.7) ? { prizes: null } : {}),
    ...(random.branch('a fee of nothing').chance(0.4) ? { entryFeeCents: 0, buyback: null } : {}),
  }
  return { ...(unfit.chance(0.1) ? without : {}), ...(unfit.chance(0.1) ? { maxAutoPicks: 0 } : {}) }
}

export const NO_POSITION = position(0)
