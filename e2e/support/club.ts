import { type BrowserPool, forEachConcurrently } from '@outlast/testing'
import { type SeededSeason, seedSeason } from './season.ts'

/** Generates an open week in a pool that uses automatic picks, lives, buybacks, fees, invitations, approvals and reminders. */
export async function seedClub(pool: BrowserPool, members = 8): Promise<SeededSeason> {
  const { api } = pool.admin
  await api.call('updateRules', {
    body: {
      lives: 2,
      missed_pick: 'auto',
      auto_pick: ['my_list', 'most_picked', 'alphabetical'],
      buyback: { until_week: 8, max_per_entry: 1, fee_cents: 2000 },
      entry_fee_cents: 2500,
      currency: 'EUR',
      club_share_percent: 10,
      unpaid_after_week: 4,
      pot_public: true,
    },
  })
  await api.call('updateTreasurer', {
    body: { paypal: 'ourclub', venmo: 'our-club', iban: 'DE89370400440532013000', holder: 'Our Club' },
  })
  const season = await seedSeason(pool, { members, weeks: 4, state: 'open' })
  await forEachConcurrently(season.entries.slice(0, 2), ({ id, owner }) =>
    owner.api.call('setRanking', { params: { id }, body: { teams: ['BUF', 'KC', 'PHI', 'SF', 'DET'] } }),
  )
  for (const { id, owner } of season.entries) {
    await owner.api.call('claimPayment', { params: { id }, body: {} }).catch(refused('nothing_due'))
    await owner.api.call('requestBuyback', { params: { id } }).catch(refused('entry_not_out', 'buyback_too_late', 'buyback_used'))
  }
  const [first] = season.entries
  if (first !== undefined) await first.owner.api.call('withdrawPaymentClaim', { params: { id: first.id } })
  await api.call('createInvitation', { body: { label: 'Monday league', max_uses: 20 } })
  await api.call('createInvitation', { body: { label: 'Poster in the clubhouse', expires_at: '2020-01-01T00:00:00Z' } })
  await api.call('changeJoining', { body: { mode: 'approval' } })
  await pool.member('Wanda Waiting')
  await api.call('updateReminders', { body: { enabled: true } })
  return season
}

/** Accepts a refusal with one of the codes. */
function refused(...codes: readonly string[]) {
  return (error: unknown): void => {
    if (!codes.includes((error as { readonly code?: string }).code ?? '')) throw error
  }
}
