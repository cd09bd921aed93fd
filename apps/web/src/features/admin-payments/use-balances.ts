import { asksForMoney } from '@outlast/domain/rules'
import type { AdminEntry, EntryBalance } from '@outlast/contract'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { useTopicView } from '../../live/use-topic.ts'

const loadBalances = () => api.call('listBalances')

/** What entries owe, and whether the pool has anything to pay. */
export interface EntryBalances {
  /** By entry id. Empty until they are loaded. */
  readonly of: ReadonlyMap<number, EntryBalance>
  readonly hasFees: boolean
  readonly refetch: () => void
}

/** Loads what entries owe, again when one of them, its standing or a rule about money changes. */
export function useBalances(entries: readonly AdminEntry[]): EntryBalances {
  const rules = useTopicView('pool', ({ rules: { entry_fee_cents, buyback, currency } }) => ({
    hasFees: asksForMoney(entry_fee_cents, buyback?.fee_cents),
    fees: `${entry_fee_cents} ${buyback?.fee_cents} ${currency}`,
  }))
  const { hasFees = false, fees } = rules ?? {}
  const version = useMemo(
    () =>
      [
        fees,
        ...entries.map(({ id, version: of, is_eliminated, buyback }) => `${id} ${of} ${is_eliminated} ${buyback?.status}`),
      ].join(),
    [entries, fees],
  )
  const { data, refetch } = useQuery(hasFees ? loadBalances : null, 'Failed to load what is due', version)
  const of = useMemo(() => new Map(data?.entries.map((balance) => [balance.entry_id, balance])), [data])
  return { of, hasFees, refetch }
}
