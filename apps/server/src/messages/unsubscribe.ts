import { createHmac, timingSafeEqual } from 'node:crypto'
import { NEWS_KINDS, type NewsKind } from '@outlast/contract/rest/notifications'
import { type UserId, userId } from '@outlast/domain'

/** The mails that a link to unsubscribe ends: those of one kind to one member. */
interface Unsubscription {
  readonly userId: UserId
  readonly kind: NewsKind
}

const BYTES = 16

/**
 * Returns the token of a link that unsubscribes from mails of a kind. It is signed, needs no login, and works as long as the token
 * secret exists, because people keep mails for years. It can do nothing else.
 */
export function unsubscribeToken(secret: string, { userId: id, kind }: Unsubscription): string {
  return `${id}.${kind}.${signature(secret, id, kind).toString('base64url')}`
}

/** Returns which mails a token ends, or undefined if the pool did not sign it. */
export function readUnsubscribeToken(secret: string, token: string): Unsubscription | undefined {
  const [, id = '', text = '', signed = ''] = /^(\d{1,15})\.(\w+)\.([\w-]+)$/.exec(token) ?? []
  const kind = NEWS_KINDS.find((known) => known === text)
  if (kind === undefined) return undefined
  const given = Buffer.from(signed, 'base64url')
  const expected = signature(secret, Number(id), kind)
  const isValid = given.length === expected.length && timingSafeEqual(given, expected)
  return isValid ? { userId: userId(Number(id)), kind } : undefined
}

function signature(secret: string, id: number, kind: NewsKind): Buffer {
  return createHmac('sha256', secret).update(`unsubscribe:${id}:${kind}`).digest().subarray(0, BYTES)
}
