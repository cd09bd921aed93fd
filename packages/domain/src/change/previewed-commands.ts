import type { CommandType } from '../commands.ts'

/**
 * The commands with which an admin can change who is in, who holds a title, who may see a pick, or which season is shown. A call that sends
 * one of them has a preview (docs/rules.md §10.4). The outcome of `RandomizePicks` and `RandomizeScores` is drawn, so a preview would say
 * nothing.
 */
export const PREVIEWED_COMMANDS = [
  'ActAlone',
  'AddWeek',
  'AmendEntry',
  'AnswerBuyback',
  'ChangeProfile',
  'ChangeRules',
  'ClearSiteTime',
  'CloseWeek',
  'ConfirmAction',
  'DeleteUser',
  'DeleteWeek',
  'FinalizeScores',
  'ImportPicks',
  'OverridePick',
  'PurgeUsersAndEntries',
  'PurgeWeeks',
  'RemoveEntry',
  'RemoveNewcomers',
  'RemovePick',
  'ReturnGame',
  'SetCurrentWeek',
  'SetGame',
  'SetIneligibleTeams',
  'SetPicksOfWeek',
  'SetLockTime',
  'SetSiteTime',
  'StartSeason',
  'SyncGames',
  'UndoAction',
  'UnmaskPicks',
] as const satisfies readonly CommandType[]
export type PreviewedCommand = (typeof PREVIEWED_COMMANDS)[number]
