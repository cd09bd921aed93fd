import type { SaltedNames } from './proof/proof.ts'
import type { EntryId, UserId } from './values/ids.ts'

/** The data of commands that let people in for the club. */
export interface PeopleCommandData {
  /** `takesOver`: the paper entries of the person. */
  CreateUser: {
    readonly names?: SaltedNames
    readonly emailTaken: boolean
    readonly hasPassword: boolean
    readonly takesOver?: readonly EntryId[] | undefined
  }
  /** Creates accounts without passwords, each with entries of these names. */
  ImportMembers: { readonly members: readonly { readonly names?: SaltedNames; readonly entryNames: readonly string[] }[] }
  /** Creates entries of people without an account, which the account keeps. */
  CreatePaperEntries: { readonly userId: UserId; readonly names: readonly string[] }
  /** Gives paper entries to an account: with `byHand` as their next keeper, otherwise as their person's own. */
  HandOverEntries: { readonly entryIds: readonly EntryId[]; readonly userId: UserId; readonly byHand: boolean }
}
