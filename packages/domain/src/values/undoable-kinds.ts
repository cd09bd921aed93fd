/**
 * The actions of admins that can be taken back: a moved lock, an elimination or a reinstatement by hand, an override, *Set All to Final*,
 * *Set Current Week*, a game set by hand, a closed week, an import, and a week that was split.
 */
export const UNDOABLE_KINDS = [
  'lock',
  'elimination',
  'reinstatement',
  'override',
  'finals',
  'current_week',
  'game',
  'close',
  'import',
  'split',
] as const
export type UndoableKind = (typeof UNDOABLE_KINDS)[number]
