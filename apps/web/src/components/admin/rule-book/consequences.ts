import type { AutoPickStep } from '@outlast/domain/rules'
import { parseCents, type RuleKey, type RuleValues } from './rule-values.ts'

/** The rules that a sentence explains. The parts of a buyback share one. */
export type ExplainedRule = Exclude<RuleKey, 'buyback_until' | 'buyback_max' | 'buyback_fee' | 'currency'>

/** The names of the steps of automatic picks. */
export const STEP_NAMES: { readonly [S in AutoPickStep]: string } = {
  my_list: 'the member’s own ranking',
  most_picked: 'the team that most entries picked',
  last_visitor: 'the visitor of the week’s last game',
  alphabetical: 'the first team in the alphabet',
}

/** Says in one sentence what a rule with these values means for the pool. */
export function consequenceOf(rule: ExplainedRule, values: RuleValues): string {
  return CONSEQUENCES[rule](values)
}

const CONSEQUENCES: { readonly [R in ExplainedRule]: (values: RuleValues) => string } = {
  missed_pick: ({ missed_pick: missed, lives, max_auto_picks: max }) => {
    if (missed === 'survives') return 'An entry that never picks can never be eliminated.'
    const loss = lives === '1' ? 'puts the entry out, like a loss' : 'costs a life, like a loss'
    if (missed === 'eliminated') return `A forgotten pick ${loss}.`
    return `A forgotten pick becomes an automatic one, ${times(max)} a season at most; after that it ${loss}.`
  },
  team_lock: ({ team_lock: lock }) =>
    lock === 'week'
      ? 'On Saturday, members can still pick a team that won on Thursday.'
      : 'Nobody can pick a team, or drop it, once its game has started.',
  lives: ({ lives }) =>
    lives === '1'
      ? 'The first loss or tie puts an entry out.'
      : `An entry is out with its ${lives === '2' ? 'second' : 'third'} loss or tie, and loses one life a week at most.`,
  auto_pick: ({ auto_pick: steps }) => {
    const names = steps.split(',').filter((step) => step !== '')
    if (names.length === 0) return 'Choose at least one step.'
    return `The first that the entry may pick: ${names.map((step) => STEP_NAMES[step as AutoPickStep]).join(', then ')}.`
  },
  max_auto_picks: ({ max_auto_picks: max }) =>
    Number(max) >= 18
      ? 'An entry can play the whole season without ever picking.'
      : `An entry that never picks gets ${max === '' ? 'no' : max} automatic ${max === '1' ? 'pick' : 'picks'}, and then misses weeks.`,
  buyback: ({ buyback, buyback_until: until, buyback_max: max, buyback_fee: fee, currency }) => {
    if (buyback === 'no') return 'An entry that is out stays out.'
    const price = (parseCents(fee) ?? 0) === 0 ? '' : ` for ${money(parseCents(fee) ?? 0, currency)}`
    return `An entry that falls in week ${until} or earlier can come back${price}, ${times(max)} a season, once an admin confirms. Its used teams stay used.`
  },
  late_entries: ({ late_entries: late }) =>
    late === 'allowed'
      ? 'An entry that joins in week 5 has survived four weeks without a pick.'
      : 'After Week 1 has locked, only an admin can add entries.',
  max_entries: ({ max_entries: max }) =>
    max === ''
      ? 'One member can have as many entries as they like.'
      : `A member can have ${max === '1' ? 'one entry' : `${max} entries`}. An admin can add more.`,
  entry_fee: ({ entry_fee: fee, currency }) => {
    const cents = parseCents(fee)
    if (cents === undefined || cents === 0) return 'Entries are free.'
    return `Each entry owes ${money(cents, currency)}. Outlast keeps the books and never moves money.`
  },
  club_share: ({ club_share: share, entry_fee: fee, currency }) => {
    const percent = Number(share)
    if (percent === 0) return 'All fees go into the pot.'
    const cents = parseCents(fee) ?? 0
    const ofFee = cents === 0 ? '' : `, ${money(Math.round((cents * percent) / 100), currency)} of each fee`
    return `The club keeps ${percent} percent${ofFee}.`
  },
  unpaid_after: ({ unpaid_after: week }) =>
    week === ''
      ? 'An unpaid entry can play the whole season.'
      : `After week ${week}, an unpaid entry cannot pick until it is paid.`,
  pot_public: ({ pot_public: isPublic }) => (isPublic === 'yes' ? 'Everybody sees the pot.' : 'Only admins see the pot.'),
}

const times = (count: string): string => (count === '1' ? 'once' : `${count === '' ? '0' : count} times`)

function money(cents: number, currency: string): string {
  const amount = cents / 100
  const code = currency.trim().toUpperCase()
  const isCurrency = Intl.supportedValuesOf('currency').includes(code)
  return isCurrency ? new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).format(amount) : amount.toFixed(2)
}
