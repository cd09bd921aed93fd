import type { Role } from '@outlast/domain/rules'

interface RoleWords {
  readonly title: string
  /** What the role may do, after “can then”. */
  readonly may: string
  /** The screens that it opens, besides those of every member. */
  readonly screens: readonly string[]
}

/** What each role is for, in words: the dialogs that give it, and docs/roles.md. */
export const ROLE_WORDS: Readonly<Record<Role | 'admin', RoleWords>> = {
  admin: {
    title: 'Admin',
    may: 'do everything: set weeks, rules and picks, see who has not picked, give roles, and do what every role does.',
    screens: ['the desk and everything in the menu'],
  },
  treasurer: {
    title: 'Treasurer',
    may: 'record payments and payouts, decline claims, import statements, say where members pay, and see the books with names.',
    screens: ['Admin Payments'],
  },
  scorekeeper: {
    title: 'Scorekeeper',
    may: 'fetch games, enter and correct scores, and set all games of a week to final.',
    screens: ['Admin Weeks & Locks'],
  },
  helper: {
    title: 'Helper',
    may: 'see, invite, approve, add and import members, change their profiles, renew their entries, and write to everybody.',
    screens: ['Admin Users & Entries', 'Broadcast', 'Week Summary'],
  },
}
