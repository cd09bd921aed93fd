import type { Actor, CommandData, CommandType } from '../../../src/index.ts'
import type { Account, AdminAction, Facts } from './facts.ts'

/** What a command depends on besides its data. */
export interface Context {
  readonly actor: Actor
  /** Absent for visitors, for the pool itself, and for logins that have ended. */
  readonly account: Account | undefined
  /** Real time. */
  readonly now: number
  readonly version: Version
  readonly drawn: Drawn
}

/** Whether the sender names the version that it saw (`If-Match`), and whether that is still the version. */
export type Version = 'none' | 'current' | 'stale'

/** What the pool drew by lot. The oracle cannot predict it and only checks it. */
export interface Drawn {
  readonly scores: readonly { readonly espnId: string; readonly homeScore: number; readonly awayScore: number }[]
  readonly picks: readonly { readonly entry: number; readonly slot: number; readonly team: string }[]
}

/** What the oracle knows about one type of command. */
interface CommandRule<T extends CommandType> {
  /** Who may send it. `member`: everybody who is signed in, for what is theirs. A role: those who have it, and admins. */
  readonly by: 'anyone' | 'member' | 'admin' | 'treasurer' | 'scorekeeper' | 'helper'
  /** The codes with which it may be refused. Without any, it must be accepted. */
  readonly refusals?: (facts: Facts, data: CommandData[T], context: Context) => readonly string[]
  /** Records what an accepted command changes, and returns what the reply must contain. */
  readonly apply: (facts: Facts, data: CommandData[T], context: Context) => object | undefined
}
export type CommandRules<K extends CommandType> = { readonly [T in K]: CommandRule<T> }

export function isBy({ actor }: Context, user: number): boolean {
  return actor.kind === 'user' && actor.userId === user
}

/** Whether an admin or a scorekeeper acts, as opposed to the pool itself. Only their actions can be undone. */
function isByHand({ account }: Context): boolean {
  return account !== undefined && (account.isAdmin || account.roles.includes('scorekeeper'))
}

type Unplaced<A> = A extends AdminAction ? Omit<A, 'at'> : never

/** Remembers the last action of an admin or a scorekeeper. */
export function remember(facts: Facts, context: Context, action: Unplaced<AdminAction>): void {
  facts.happened += 1
  if (isByHand(context)) facts.lastAction = { ...action, at: facts.happened }
}
