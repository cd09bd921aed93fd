import { flag, type PoolRule } from './rule.ts'

/** Whether everybody sees the pot, or only admins. */
export const potPublic: PoolRule<boolean> = {
  kind: flag(),
  default: false,
  group: 'money',
  about: 'whether everybody sees the pot, or only admins (§14.6)',
  inPresets: false,
  control: { label: 'Who sees the pot', options: () => ({ no: 'Admins only', yes: 'Everybody' }) },
  sentence: () => null,
  meaning: (isPublic) => (isPublic ? 'Everybody sees the pot.' : 'Only admins see the pot.'),
}
