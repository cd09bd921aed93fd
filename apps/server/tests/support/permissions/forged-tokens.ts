import { createHmac, generateKeyPairSync } from 'node:crypto'
import jwt from 'jsonwebtoken'

const ISSUER = 'outlast'
const AUDIENCE = 'outlast-api'
const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 })

interface TokenOwner {
  readonly id: number
  readonly logins: number
}

const seconds = (): number => Math.floor(Date.now() / 1000)
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function claims({ id, logins }: TokenOwner, lifetime = 3600) {
  return { sub: String(id), tv: logins, iat: seconds(), exp: seconds() + lifetime, iss: ISSUER, aud: AUDIENCE }
}

/** Returns an expired token. */
export function expiredToken(secret: string, owner: TokenOwner): string {
  return jwt.sign(claims(owner, -5), secret, { algorithm: 'HS256' })
}

/** Returns a valid token, to prove that forged ones fail because of the forgery. */
export function genuineToken(secret: string, owner: TokenOwner): string {
  return jwt.sign(claims(owner), secret, { algorithm: 'HS256' })
}

/** Returns forged tokens by what is wrong with them. */
export function forgedTokens(secret: string, owner: TokenOwner): ReadonlyMap<string, string> {
  const good = claims(owner)
  const { aud: _aud, ...withoutAudience } = good
  const { iss: _iss, ...withoutIssuer } = good
  const { exp: _exp, ...withoutExpiry } = good
  const { tv: _tv, ...withoutTokenVersion } = good
  const [header = '', payload = '', signature = ''] = genuineToken(secret, owner).split('.')
  const hmacOf = (text: string, key: string | Buffer): string => createHmac('sha256', key).update(text).digest('base64url')
  const publicPem = RSA.publicKey.export({ type: 'spki', format: 'pem' })
  const asRs256 = `${part({ alg: 'RS256', typ: 'JWT' })}.${payload}`
  const byKeyId = `${part({ alg: 'HS256', typ: 'JWT', kid: '/dev/null', jwk: { kty: 'oct', k: '' } })}.${payload}`
  return new Map([
    ['another secret', jwt.sign(good, `${secret}!`, { algorithm: 'HS256' })],
    ['an empty secret, named in the header', `${byKeyId}.${hmacOf(byKeyId, '')}`],
    ['alg none', `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`],
    ['alg None with our signature', `${part({ alg: 'None', typ: 'JWT' })}.${payload}.${signature}`],
    ['HS512 with our secret', jwt.sign(good, secret, { algorithm: 'HS512' })],
    ['RS256 with a key of one’s own', jwt.sign(good, RSA.privateKey, { algorithm: 'RS256' })],
    ['RS256, but signed as HS256 with our secret', `${asRs256}.${hmacOf(asRs256, secret)}`],
    ['HS256 with a public key as the secret', `${header}.${payload}.${hmacOf(`${header}.${payload}`, publicPem)}`],
    ['tampered payload', `${header}.${part({ ...good, exp: good.exp + 1 })}.${signature}`],
    ['no signature', `${header}.${payload}.`],
    ['another audience', jwt.sign({ ...good, aud: 'outlast-mail' }, secret, { algorithm: 'HS256' })],
    ['no audience', jwt.sign(withoutAudience, secret, { algorithm: 'HS256' })],
    ['another issuer', jwt.sign({ ...good, iss: 'elsewhere' }, secret, { algorithm: 'HS256' })],
    ['no issuer', jwt.sign(withoutIssuer, secret, { algorithm: 'HS256' })],
    ['no expiry', jwt.sign(withoutExpiry, secret, { algorithm: 'HS256' })],
    ['no token version', jwt.sign(withoutTokenVersion, secret, { algorithm: 'HS256' })],
    ['a malformed user id', jwt.sign({ ...good, sub: `0${good.sub}` }, secret, { algorithm: 'HS256' })],
    ['no token at all', 'undefined'],
  ])
}
