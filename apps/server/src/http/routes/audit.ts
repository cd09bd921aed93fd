import { MAX_HASHES, MAX_SIGNED_HEADS } from '@outlast/contract/rest/audit'
import { auditPage } from '@outlast/projections'
import { readChainSteps, readHead } from '../../log/read.ts'
import type { SignedHeads } from '../../log/signed-heads.ts'
import type { Replays } from '../../replay/replays.ts'
import { handlers } from '../handler.ts'
import { HttpError } from '../../lib/http-error.ts'
import type { ReadDependencies } from './read-dependencies.ts'

export interface AuditDependencies extends Pick<ReadDependencies, 'db'> {
  readonly replays: Pick<Replays, 'at'>
  readonly heads: Pick<SignedHeads, 'publicKey' | 'all'>
}

/** The audit trail, the head of the hash chain, and the pool as of earlier positions. */
export function auditRoutes({ db, replays, heads }: AuditDependencies) {
  return handlers({
    listAudit: async ({ query }, { viewer }) => ({ status: 200, body: await auditPage(db, viewer, query) }),
    auditHead: async () => {
      const { position, hash } = await readHead(db)
      return { status: 200, body: { position, hash } }
    },
    auditHeads: async ({ query: { before = Number.MAX_SAFE_INTEGER } }) => {
      const older = (await heads.all()).filter(({ position }) => position < before).toSorted((a, b) => b.position - a.position)
      const page = older.slice(0, MAX_SIGNED_HEADS)
      const next = older.length > page.length ? (page.at(-1)?.position ?? null) : null
      const body = page.map(({ signedAt, ...head }) => ({ ...head, signed_at: signedAt }))
      return { status: 200, body: { public_key: heads.publicKey, heads: body, next } }
    },
    auditHashes: async ({ query: { from, to } }) => {
      const steps = await readChainSteps(db, from, Math.min(to, from + MAX_HASHES))
      return { status: 200, body: { hashes: steps.map(({ eventHash, ...head }) => ({ ...head, event_hash: eventHash })) } }
    },
    auditAt: async ({ params }) => {
      // Anyone can ask for positions that do not exist; they must not occupy the worker thread of the replays.
      if (params.position > (await readHead(db)).position) throw new HttpError('position_not_found')
      const found = await replays.at(params.position)
      if (found === undefined) throw new HttpError('position_not_found')
      return { status: 200, body: found }
    },
  })
}
