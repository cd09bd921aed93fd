import type { Actor, Command, CommandType, UserId } from '../../../src/index.ts'
import { ACCOUNT_RULES } from './accounts.ts'
import { lapseRequests } from './buybacks.ts'
import { ENTRY_RULES } from './entries.ts'
import { type AskedAction, type Facts, noFacts } from './facts.ts'
import { ask, endAction, hasOtherVersion, isOutdatedUndo, secondRefusals, waitingAction } from './four-eyes.ts'
import { lockDueWeeks, type RecordedLock } from './locks.ts'
import { lapseClaims, MONEY_RULES } from './money.ts'
import { PICK_RULES } from './picks.ts'
import { endProxies, PROXY_RULES } from './proxies.ts'
import type { CommandRules, Context, Drawn, Version } from './rule.ts'
import { endSeals } from './seals.ts'
import { closeSplitVote, settleSplitVote, SPLIT_VOTE_RULES } from './split-votes.ts'
import { UNDO_RULES } from './undo.ts'
import { WEEK_RULES } from './weeks.ts'

/** Commands that cannot affect a season, and why. Histories send them too, and nothing may change. */
export const WITHOUT_EFFECT = {
  CreateInvitation: 'decides who may register, and nothing about members',
  RevokeInvitation: 'decides who may register, and nothing about members',
  EndSession: 'ends a login of a device, and other devices stay signed in',
  AddPasskey: 'another way to sign in',
  RemovePasskey: 'another way to sign in',
  CreateProgramToken: 'a program acts for its owner',
  RevokeProgramToken: 'a program acts for its owner',
  NoteProgramTokenUse: 'a line of the audit trail',
  ChangeTreasurer: 'where to pay, not what',
  ChangeClub: 'name and color',
  ChangeClubhouseScreen: 'what a screen in the clubhouse shows',
  MarkSetupStep: 'a checklist',
  ChangeReminders: 'reminds, and decides nothing',
  SendReminders: 'reminds, and decides nothing',
  SetPastChampions: 'who won before this pool',
  QueueBroadcast: 'a mail',
  AddWebhook: 'news for other services',
  RemoveWebhook: 'news for other services',
  SwitchWebhook: 'news for other services',
} as const satisfies Partial<Record<CommandType, string>>

type WithoutEffect = keyof typeof WITHOUT_EFFECT

/** What becomes of what admins asked for. Doing it is what the command does that was asked for. */
type Answer = Extract<Command, { type: 'ConfirmAction' | 'RefuseAction' | 'WithdrawAction' | 'ActAlone' }>
const ANSWERS: ReadonlySet<string> = new Set<Answer['type']>(['ConfirmAction', 'RefuseAction', 'WithdrawAction', 'ActAlone'])

/** A command type that is neither here nor in {@link WITHOUT_EFFECT} does not compile. */
const RULES: CommandRules<Exclude<CommandType, WithoutEffect | Answer['type']>> = {
  ...ACCOUNT_RULES,
  ...ENTRY_RULES,
  ...PICK_RULES,
  ...PROXY_RULES,
  ...WEEK_RULES,
  ...MONEY_RULES,
  ...SPLIT_VOTE_RULES,
  ...UNDO_RULES,
  SwitchFourEyes: {
    by: 'admin',
    apply: (facts, { isOn }) => {
      facts.fourEyes = isOn
      return undefined
    },
  },
}

export interface Prediction {
  /** The codes with which the pool may refuse the command; without any it must accept it. Null: either is right. */
  readonly refusals: readonly string[] | null
  /** The locks that happen before the command. */
  readonly due: readonly RecordedLock[]
}

/** A second implementation of docs/rules.md, which shares no code with the product. */
export class Oracle {
  readonly facts: Facts = noFacts()

  /** What is due at a time happens, and then the command is judged. */
  predict(command: Command, actor: Actor, now: number, version: Version): Prediction {
    endSeals(this.facts, now)
    closeSplitVote(this.facts, now)
    const due = lockDueWeeks(this.facts, now)
    endProxies(this.facts, now)
    lapseRequests(this.facts)
    lapseClaims(this.facts)
    settleSplitVote(this.facts, now)
    return { due, refusals: this.#refusals(command, this.#context(actor, now, version, NOTHING_DRAWN)) }
  }

  /** Records an accepted command. Returns what the reply must contain, and the locks that are part of the command. */
  apply(
    command: Command,
    actor: Actor,
    now: number,
    drawn: Drawn,
  ): { readonly reply: object; readonly locks: readonly RecordedLock[] } {
    if (isAnswer(command)) return { reply: {}, locks: this.#answer(command, now, drawn) }
    if (!hasEffect(command)) return { reply: {}, locks: [] }
    const context = this.#context(actor, now, 'none', drawn)
    const { locks = [], ...reply } = (ruleOf(command).apply(this.facts, command.data, context) ?? {}) as Outcome
    return { reply, locks }
  }

  /** An admin was told that the command waits for a second one. */
  ask(command: Command, actor: Actor, now: number, version: Version): void {
    if (actor.kind === 'user') ask(this.facts, command, { by: actor.userId, at: now, namesVersion: version !== 'none' })
  }

  #answer({ type, data }: Answer, now: number, drawn: Drawn): readonly RecordedLock[] {
    const action = waitingAction(this.facts, data.actionId, now)
    endAction(this.facts, data.actionId)
    const isDone = type === 'ConfirmAction' || type === 'ActAlone'
    return action !== undefined && isDone ? this.apply(action.command, askerOf(action), now, drawn).locks : []
  }

  #answerRefusals({ type, data }: Answer, { account, actor, now, version }: Context): readonly string[] | null {
    const isPool = actor.kind === 'system'
    if (!isPool && account === undefined) return ['unauthenticated']
    if (!isPool && account?.isAdmin !== true) return ['forbidden']
    if (type === 'ActAlone' && data.reason === '') return ['reason_required']
    const action = waitingAction(this.facts, data.actionId, now)
    if (action === undefined) return ['action_not_waiting']
    if (isPool) return ['unauthenticated']
    const isOfOther = type === 'ConfirmAction' || type === 'RefuseAction'
    if (isOfOther && action.by === account?.id) return ['second_is_asker']
    if (!isOfOther && action.by !== account?.id) return ['only_asker']
    if (type === 'RefuseAction' || type === 'WithdrawAction') return []
    if (isOutdatedUndo(this.facts, action)) return ['nothing_to_undo']
    const refusals = this.#ruleRefusals(action.command, this.#context(askerOf(action), now, version, NOTHING_DRAWN))
    return hasOtherVersion(this.facts, action) ? ['version_conflict', ...(refusals ?? [])] : refusals
  }

  /** What a command made due happens. */
  settle(now: number): readonly RecordedLock[] {
    closeSplitVote(this.facts, now)
    const locks = lockDueWeeks(this.facts, now)
    endProxies(this.facts, now)
    lapseRequests(this.facts)
    lapseClaims(this.facts)
    settleSplitVote(this.facts, now)
    return locks
  }

  #refusals(command: Command, context: Context): readonly string[] | null {
    if (isAnswer(command)) return this.#answerRefusals(command, context)
    const refusals = this.#ruleRefusals(command, context)
    return refusals?.length === 0 ? secondRefusals(this.facts, command, context) : refusals
  }

  #ruleRefusals(command: Command, context: Context): readonly string[] | null {
    if (!hasEffect(command)) return null
    const { by, refusals } = ruleOf(command)
    const { actor, account } = context
    const isPool = actor.kind === 'system' && by !== 'member'
    if (by !== 'anyone' && !isPool) {
      if (account === undefined) return ['unauthenticated']
      if (by !== 'member' && !account.isAdmin && !account.roles.includes(by)) return ['forbidden']
    }
    return refusals?.(this.facts, command.data, context) ?? []
  }

  #context(actor: Actor, now: number, version: Version, drawn: Drawn): Context {
    const account = this.facts.users.find(
      ({ id, logins }) => actor.kind === 'user' && actor.userId === id && actor.tokenVersion === logins,
    )
    return { actor, account, now, version, drawn }
  }
}

interface Outcome {
  readonly locks?: readonly RecordedLock[]
}

const NOTHING_DRAWN: Drawn = { scores: [], picks: [] }

function askerOf({ by, logins }: AskedAction): Actor {
  return { kind: 'user', userId: by as UserId, tokenVersion: logins }
}

function isAnswer(command: Command): command is Answer {
  return ANSWERS.has(command.type)
}

type Effective = Exclude<Command, { type: WithoutEffect } | Answer>

function hasEffect(command: Command): command is Effective {
  return !(command.type in WITHOUT_EFFECT) && !isAnswer(command)
}

interface AnyRule {
  readonly by: 'anyone' | 'member' | 'admin'
  readonly refusals?: (facts: Facts, data: Effective['data'], context: Context) => readonly string[]
  readonly apply: (facts: Facts, data: Effective['data'], context: Context) => object | undefined
}

function ruleOf(command: Effective): AnyRule {
  return RULES[command.type] as AnyRule
}
