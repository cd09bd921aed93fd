import type { SecondedCommand } from '@outlast/domain'
import { type AuditLines, line, type Names } from './audit-line.ts'
import { UNDONE_ACTIONS } from './audit-words.ts'

type Subject = Pick<Names, 'entry' | 'week'>

/** What admins can ask a second one for, to follow “to”. It never names a team. */
const ASKED: { readonly [T in SecondedCommand['type']]: (subject: Subject) => string } = {
  OverridePick: ({ entry, week }) => `set the pick of ${entry} in ${week}`,
  RemovePick: ({ entry, week }) => `delete the pick of ${entry} in ${week}`,
  RandomizePicks: ({ week }) => `randomize the picks of ${week}`,
  UnmaskPicks: ({ week }) => `open the picks list of ${week} to the admins before the lock`,
  SetLockTime: ({ week }) => `reopen ${week} by moving its lock`,
  SetSiteTime: () => 'reopen weeks by setting the site time',
  ClearSiteTime: () => 'reopen weeks by clearing the site-time override',
  CloseWeek: ({ week }) => `close ${week}`,
  AmendEntry: ({ entry }) => `reinstate ${entry}`,
  AnswerBuyback: ({ entry }) => `confirm the buyback of ${entry}`,
  SetPayment: ({ entry }) => `mark ${entry} as paid`,
  RecordPayments: ({ entry }) => `record the payment for ${entry}`,
  RecordPartPayment: ({ entry }) => `record a part of the payment for ${entry}`,
  UndoAction: () => 'take back the last action of an admin',
  SwitchFourEyes: () => 'switch four eyes off',
}

export const describeAsked = (type: SecondedCommand['type'], subject: Subject): string => ASKED[type](subject)

const answer = ({ asked }: { readonly asked: number }) => ({ asked })

/** How the audit trail shows what admins take back, and what needs a second one. A request is for admins alone. */
export const ADMIN_ACTION_LINES = {
  // Leaves out the losses, which can be of a week that is hidden again.
  ActionUndone: line(
    ({ undone, action }) => ({ undone, action }),
    ({ undone, action }, { actor, entry, week }) =>
      `${actor} took back event ${undone}: ${UNDONE_ACTIONS[action]({ entry, week })}`,
  ),
  FourEyesSwitched: line(
    ({ isOn }) => ({ is_on: isOn }),
    ({ is_on }, { actor }) => `${actor} switched four eyes ${is_on ? 'on: some actions need two admins' : 'off'}`,
  ),
  // Leaves out the team and the reason, which belong to the pick once it is set.
  ActionRequested: line(
    ({ command, why }) => ({ command: command.type, why }),
    ({ command }, { actor, ...subject }) => `${actor} asked for a second admin to ${describeAsked(command, subject)}`,
  ),
  ActionConfirmed: line(answer, ({ asked }, { actor, user }) => `${actor} confirmed what ${user} had asked for (event ${asked})`),
  ActionRefused: line(answer, ({ asked }, { actor, user }) => `${actor} refused what ${user} had asked for (event ${asked})`),
  ActionWithdrawn: line(answer, ({ asked }, { actor }) => `${actor} took back a request for a second admin (event ${asked})`),
  ActionDoneAlone: line(
    answer,
    ({ asked }, { actor }) => `${actor} acted without a second admin in an emergency (event ${asked})`,
  ),
} satisfies Partial<AuditLines>
