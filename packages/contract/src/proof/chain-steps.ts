import { type ChainStep, type Hashing, nextChainHash } from '@outlast/domain/rules'
import type { AuditHashes } from '../rest/audit.ts'

/** Returns the steps of the chain, with the hashes that the short form leaves out. */
export function chainSteps(hashing: Hashing, { hashes }: AuditHashes): ChainStep[] {
  let last = ''
  return hashes.map(({ position, hash, event_hash: eventHash }) => {
    last = hash ?? nextChainHash(hashing, last, eventHash ?? '')
    return { position, hash: last, eventHash }
  })
}
