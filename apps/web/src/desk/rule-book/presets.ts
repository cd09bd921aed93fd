import type { RulePreset } from '@outlast/domain/pool-rules'

/** A preset as the app names it. */
interface Preset {
  readonly preset: RulePreset
  readonly name: string
  readonly text: string
  readonly isRecommended?: boolean
}

/** All presets, the recommended one first. */
export const PRESETS: readonly Preset[] = [
  {
    preset: 'classic',
    name: 'Club classic',
    text: 'Teams close at kickoff, and a member who forgets to pick is out, like after a loss. What most clubs play.',
    isRecommended: true,
  },
  {
    preset: 'second_chance',
    name: 'Second chance',
    text: 'Like the classic, with two lives, and one way back in until week 4.',
  },
  {
    preset: 'never_forget',
    name: 'Never forget',
    text: 'Like the classic, but a forgotten pick becomes an automatic one, three times at most.',
  },
  {
    preset: 'specification',
    name: 'As specified',
    text: 'The mildest rules: picks stay open until the lock, and forgetting one costs nothing.',
  },
  { preset: 'custom', name: 'Custom', text: 'Your own mix: set each rule below.' },
]
