import type { Actor, Command, CommandType } from '../../../src/index.ts'
import { ACCOUNT_RULES } from './accounts.ts'
import { lapseRequests } from './buybacks.ts'
import { ENTRY_RULES } from './entries.ts'
import { type Facts, noFacts } from './facts.ts'
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

/** A command type that is neither here nor in {@link WITHOUT_EFFECT} does not compile. */
const RULES: CommandRules<Exclude<CommandType, WithoutEffect>> = {
  ...ACCOUNT_RULES,
  ...ENTRY_RULES,
  ...PICK_RULES,
  ...PROXY_RULES,
  ...WEEK_RULES,
  ...MONEY_RULES,
  ...SPLIT_VOTE_RULES,
  ...UNDO_RULES,
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
    if (!hasEffect(command)) return { reply: {}, locks: [] }
    const context = this.#context(actor, now, 'none', drawn)
    const { locks = [], ...reply } = (ruleOf(command).apply(this.facts, command.data, context) ?? {}) as Outcome
    return { reply, locks }
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

type Effective = Exclude<Command, { type: WithoutEffect }>

function hasEffect(command: Command): command is Effective {
  return !(command.type in WITHOUT_EFFECT)
}

interface AnyRule {
  readonly by: 'anyone' | 'member' | 'admin'
  readonly refusals?: (facts: Facts, data: Effective['data'], context: Context) => readonly string[]
  readonly apply: (facts: Facts, data: Effective['data'], context: Context) => object | undefined
}

function ruleOf(command: Effective): AnyRule {
  return RULES[command.type] as AnyRule
}
