import type { EntryId, ExpectedVersion, PickId, Position, WeekId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { CalendarDay, PaymentType } from './payment.ts'

/** 32 random bytes in hex. Generated outside of the domain, so that deciding stays pure. */
export type Nonce = string

/** The data of the commands that can wait for a second admin, and that the log then keeps (docs/rules.md §11.12). */
export interface SecondedData {
  OverridePick: {
    readonly entryId: EntryId
    readonly weekId: WeekId
    readonly slot?: number | undefined
    readonly team: string
    readonly nonce: Nonce
    readonly reason?: string | undefined
    /** Refused before the lock (docs/rules.md §10.1). */
    readonly ifVersion?: ExpectedVersion | undefined
  }
  /** `ifVersion` is refused before the lock (docs/rules.md §10.1). */
  RemovePick: { readonly pickId: PickId; readonly reason?: string | undefined; readonly ifVersion?: ExpectedVersion | undefined }
  RandomizePicks: {
    readonly weekId: WeekId
    readonly overwrite: boolean
    readonly seed: Nonce
    readonly reason?: string | undefined
    readonly ifVersion?: ExpectedVersion | undefined
  }
  UnmaskPicks: { readonly weekId: WeekId; readonly reason: string; readonly ifVersion?: ExpectedVersion | undefined }
  SetLockTime: {
    readonly weekId: WeekId
    readonly lockTime: Instant | 'auto'
    readonly ifVersion?: ExpectedVersion | undefined
  }
  SetSiteTime: { readonly siteTime: Instant; readonly running: boolean }
  ClearSiteTime: Record<string, never>
  CloseWeek: { readonly weekId: WeekId; readonly reason: string; readonly ifVersion?: ExpectedVersion | undefined }
  /** Changes any member's entry, as an admin. */
  AmendEntry: {
    readonly entryId: EntryId
    readonly name?: string | undefined
    readonly isEliminated?: boolean | undefined
    readonly ifVersion?: ExpectedVersion | undefined
  }
  AnswerBuyback: {
    readonly entryId: EntryId
    readonly action: 'confirm' | 'decline'
    /** The season of the request. Absent: the current one. */
    readonly seasonYear?: number | undefined
    readonly ifVersion?: ExpectedVersion | undefined
  }
  SetPayment: {
    readonly entryId: EntryId
    readonly paymentType: PaymentType | null
    readonly paidDate: CalendarDay | null
    /** Absent: toggles. */
    readonly isPaid?: boolean | undefined
    readonly ifVersion?: ExpectedVersion | undefined
  }
  /**
   * Absent dates: today in New York. Without an amount all that is due counts, and entries that owe nothing are left out. An amount is at
   * most what is due.
   */
  RecordPayments: {
    readonly payments: readonly {
      readonly entryId: EntryId
      readonly amountCents?: number | undefined
      readonly paymentType: PaymentType
      readonly paidDate: CalendarDay | null
    }[]
  }
  /** An absent date is today in New York. The amount is at most what is due. */
  RecordPartPayment: {
    readonly entryId: EntryId
    readonly amountCents: number
    readonly paymentType: PaymentType
    readonly paidDate: CalendarDay | null
  }
  /** Takes back the last action of an admin, if it is at this position. `nonce`: for the pick that takes the place of an override. */
  UndoAction: { readonly position?: Position | undefined; readonly nonce: Nonce }
  /** Switches whether some actions need a second admin (docs/rules.md §11.12). */
  SwitchFourEyes: { readonly isOn: boolean }
}

export type SecondedCommand = {
  [T in keyof SecondedData]: { readonly type: T; readonly data: SecondedData[T] }
}[keyof SecondedData]

export const SECONDED_COMMANDS = [
  'OverridePick',
  'RemovePick',
  'RandomizePicks',
  'UnmaskPicks',
  'SetLockTime',
  'SetSiteTime',
  'ClearSiteTime',
  'CloseWeek',
  'AmendEntry',
  'AnswerBuyback',
  'SetPayment',
  'RecordPayments',
  'RecordPartPayment',
  'UndoAction',
  'SwitchFourEyes',
] as const satisfies readonly (keyof SecondedData)[]
