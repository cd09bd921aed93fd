import { LAST_WEEK } from '../values/calendar.ts'
import { count, group, namedOr, type PoolRule, says, times } from './rule.ts'
import { areToldApart } from './tiebreak.ts'

/** How often a season goes on after a wipe-out. */
interface Revival {
  readonly reviveAtMost: number
}

/** What happens when all entries that are left fall in the same week (docs/rules.md §6.1). */
export const wipeOut: PoolRule<'share' | Revival> = {
  kind: namedOr(['share'], group<Revival>({ reviveAtMost: { label: 'Times a season', kind: count('Revivals', 1, LAST_WEEK) } }), {
    reviveAtMost: 1,
  }),
  default: 'share',
  group: 'picks',
  about: 'what happens when all entries that are left fall in the same week (§6.1)',
  inPresets: false,
  decidesStandings: true,
  control: {
    label: 'When all that are left fall in the same week',
    options: () => ({ share: 'They share the title', other: 'They all come back' }),
  },
  sentence: (wipeOut) =>
    wipeOut === 'share'
      ? null
      : says(
          { revivals: wipeOut.reviveAtMost },
          `When all entries that are left fall in the same week, all of them come back with one life${atMost(wipeOut)}. Their teams stay used.`,
        ),
  meaning: (wipeOut, all) => {
    const isApart = areToldApart(all)
    const together = isApart ? 'tiebreak' : 'share'
    if (wipeOut === 'share') {
      return says(
        { revivals: 0, together },
        isApart
          ? 'The season ends when the last entries fall together.'
          : 'The last entries that fall together are champions together.',
      )
    }
    return says(
      { revivals: wipeOut.reviveAtMost, together },
      `When two or more are left and all of them fall, they play on with one life each${atMost(wipeOut)}. After that, ${isApart ? 'the tiebreak decides' : 'they share the title'}.`,
    )
  },
}

const atMost = ({ reviveAtMost }: Revival): string => `, ${times(reviveAtMost)} a season at most`
