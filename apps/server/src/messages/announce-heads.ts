import type { Instant } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { ClubMessage } from '../channels/webhook/message.ts'
import { enqueueDelivery, receiversOf } from '../channels/webhook/store.ts'
import type { Tables } from '../database/tables.ts'
import type { SignedHead, SignedHeads } from '../log/signed-heads.ts'

interface Announcement {
  readonly heads: Pick<SignedHeads, 'all' | 'publicKey'>
  /** Which of the heads to send. */
  readonly positions: readonly number[]
  readonly clubName: string
  readonly publicUrl: string
  readonly now: Instant
}

/** Queues signed heads of the log for the webhooks that keep them, where nobody who controls the server can change them. */
export async function announceHeads(
  tx: Kysely<Tables>,
  { heads, positions, clubName, publicUrl, now }: Announcement,
): Promise<void> {
  const receivers = await receiversOf(tx, 'head')
  if (receivers.length === 0) return
  const signed = (await heads.all()).filter(({ position }) => positions.includes(position))
  for (const head of signed) {
    for (const to of receivers) await enqueueDelivery(tx, to, messageOf(head, heads.publicKey, publicUrl), clubName, now)
  }
}

/** The line is the one that mails have, so that `outlast verify` reads both. */
function messageOf({ position, hash, signature }: SignedHead, publicKey: string, publicUrl: string): ClubMessage {
  return {
    key: `head:${position}`,
    event: 'head',
    text: () => `Log head: ${position} ${hash} ${signature}`,
    url: `${publicUrl}/audit`,
    data: { position, hash, signature, public_key: publicKey },
  }
}
