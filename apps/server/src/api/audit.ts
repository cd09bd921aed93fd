import type { AuditQuery } from '@outlast/contract'
import { MAX_HASHES, MAX_SIGNED_HEADS } from '@outlast/contract/rest/audit'
import { auditPage, VISITOR } from '@outlast/projections'
import { readChainSteps, readHead } from '../log/read.ts'
import type { SignedHeads } from '../log/signed-heads.ts'
import type { Replays } from '../history/replays.ts'
import { type EncodedBody, encodeBody } from '../lib/encoded-body.ts'
import { handlers } from '../http/handler.ts'
import { HttpError } from '../lib/http-error.ts'
import { VersionedReads } from '../lib/versioned-reads.ts'
import type { ReadDependencies } from './read-dependencies.ts'

export interface AuditDependencies extends Pick<ReadDependencies, 'db' | 'pool'> {
  readonly replays: Pick<Replays, 'at'>
  readonly heads: Pick<SignedHeads, 'publicKey' | 'all'>
  /** The last position of the log that this process has applied. */
  readonly logPosition: () => number
}

const MAX_PAGES = 64

/** The audit trail, the head of the hash chain, and the pool as of earlier positions. */
export function auditRoutes({ db, pool, replays, heads, logPosition }: AuditDependencies) {
  const publicPages = new VersionedReads<EncodedBody>({ version: logPosition, max: MAX_PAGES })
  const readPublicPage = async (query: AuditQuery) =>
    encodeBody(JSON.stringify(await auditPage(db, pool(), VISITOR, query)), { etag: null })
  return handlers({
    listAudit: async ({ query }, { viewer }) =>
      viewer.kind === 'visitor'
        ? { status: 200, encoded: await publicPages.get(JSON.stringify(query), () => readPublicPage(query)) }
        : { status: 200, body: await auditPage(db, pool(), viewer, query) },
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
    auditHashes: async ({ query: { from, to, form } }) => {
      const steps = await readChainSteps(db, from, Math.min(to, from + MAX_HASHES))
      const hashes = steps.map(({ position, hash, eventHash }, index) => {
        const follows = form === 'short' && index > 0 && eventHash !== null
        return { position, ...(follows ? {} : { hash }), event_hash: eventHash }
      })
      // Tagged by their content, so that browsers load only hashes that changed when they follow the chain again.
      return { status: 200, encoded: await encodeBody(JSON.stringify({ hashes })) }
    },
    auditAt: async ({ params }, { viewer }) => {
      // Anyone can ask for positions that do not exist; they must not occupy the worker thread of the replays.
      const isKnown = params.position <= logPosition() || params.position <= (await readHead(db)).position
      const found = isKnown ? await replays.at(params.position, viewer) : undefined
      if (found === undefined) throw new HttpError('position_not_found')
      return { status: 200, encoded: found }
    },
  })
}
