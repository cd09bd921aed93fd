import { NO_AUTO_PICKS } from './max-auto-picks.ts'
import { order, type PoolRule, says } from './rule.ts'

/** How an automatic pick chooses its team (docs/rules.md §14.2). */
export const AUTO_PICK_STEPS = ['my_list', 'most_picked', 'last_visitor', 'alphabetical'] as const
export type AutoPickStep = (typeof AUTO_PICK_STEPS)[number]

const FOR_MEMBERS: { readonly [S in AutoPickStep]: string } = {
  my_list: 'from the member’s own ranking',
  most_picked: 'the one that most entries picked',
  last_visitor: 'the visitor of the week’s last game',
  alphabetical: 'the first in the alphabet',
}

const FOR_ADMINS: { readonly [S in AutoPickStep]: string } = {
  my_list: 'the member’s own ranking',
  most_picked: 'the team that most entries picked',
  last_visitor: 'the visitor of the week’s last game',
  alphabetical: 'the first team in the alphabet',
}

/** The steps in their order: the first one that has an eligible team decides. */
export const autoPick: PoolRule<readonly AutoPickStep[]> = {
  kind: order('Automatic picks', AUTO_PICK_STEPS),
  default: ['my_list', 'most_picked', 'alphabetical'],
  group: 'picks',
  about: 'how an automatic pick chooses its team (§14.2)',
  inPresets: true,
  control: { label: 'Automatic picks try', options: () => FOR_ADMINS, shownIf: ({ missedPick }) => missedPick === 'auto' },
  sentence: (steps, { missedPick, maxAutoPicks }) =>
    missedPick === 'auto' && maxAutoPicks > 0
      ? says(
          { autoPicks: maxAutoPicks },
          `An automatic pick is the first team that the entry may pick: ${steps.map((step) => FOR_MEMBERS[step]).join(', then ')}.`,
        )
      : null,
  meaning: (steps, { missedPick }) => {
    if (steps.length === 0) return 'Choose at least one step.'
    return missedPick !== 'auto'
      ? NO_AUTO_PICKS
      : `The first that the entry may pick: ${steps.map((step) => FOR_ADMINS[step]).join(', then ')}.`
  },
}
