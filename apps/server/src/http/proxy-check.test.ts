import type { IncomingMessage } from 'node:http'
import express from 'express'
import { expect, test } from 'vitest'
import { proxyCheck } from './proxy-check.ts'

/** An address, X-Forwarded-For and the URL. */
type Request = readonly [string, (string | undefined)?, string?]
type Trust = false | number | readonly string[]

/** Returns what is warned about requests from an address, with X-Forwarded-For. */
function warnings(trustProxy: Trust, requests: readonly Request[], production = true): string[] {
  const app = express()
  app.set('trust proxy', trustProxy)
  const said: string[] = []
  const { check, signs } = proxyCheck({
    trustProxy,
    production,
    trust: app.get('trust proxy fn') as (address: string, index: number) => boolean,
    warn: (sentence) => said.push(sentence),
  })
  for (const [remoteAddress, forwarded, url = '/api/weeks'] of requests) {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    check({ url, headers, socket: { remoteAddress }, connection: { remoteAddress } } as IncomingMessage)
  }
  expect(signs()).toEqual(said)
  return said.map((sentence) => sentence.split(':')[0] ?? '')
}

const many = (request: Request, count = 1_000) => Array.from({ length: count }, () => request)
const OFF = 'Requests contain X-Forwarded-For, but TRUST_PROXY is off'
const MORE = 'X-Forwarded-For names a private address that TRUST_PROXY does not cover'
const ONE = 'All 1000 requests since the start came from one private address'

test.each<[string, Trust, Parameters<typeof warnings>[1], string[]]>([
  ['X-Forwarded-For without TRUST_PROXY', false, many(['172.18.0.5', '203.0.113.9'], 2), [OFF]],
  ['one proxy of one', 1, many(['172.18.0.5', '203.0.113.9'], 2_000), []],
  ['two proxies of one', 1, many(['172.18.0.5', '203.0.113.9, 172.18.0.1'], 2), [MORE]],
  ['two proxies of two', 2, many(['172.18.0.5', '203.0.113.9, 172.18.0.1'], 2_000), []],
  ['a proxy outside of the trusted network', ['172.18.0.5'], many(['172.18.0.5', '203.0.113.9, 10.0.0.1'], 2), [MORE]],
  ['a member who invents a header', 1, many(['172.18.0.5', '10.0.0.1, 203.0.113.9'], 2_000), []],
  ['a proxy without X-Forwarded-For', 1, many(['172.18.0.5'], 2_000), [ONE]],
  ['many members of one home network', 1, [...many(['172.18.0.5', '192.168.0.2'], 999), ['172.18.0.5', '192.168.0.3']], []],
  ['probes of the machine itself', 1, many(['172.18.0.1', undefined, '/readyz'], 2_000), []],
  ['one public address', false, many(['203.0.113.9'], 2_000), []],
])('proxyCheck: returns the expected warnings for %s', (_case, trustProxy, requests, expected) => {
  expect(warnings(trustProxy, requests)).toEqual(expected)
})

test('proxyCheck: outside production, does not warn about requests from this machine', () => {
  expect(warnings(false, many(['127.0.0.1'], 2_000), false)).toEqual([])
  expect(warnings(false, many(['::ffff:127.0.0.1'], 2_000), true)).toEqual([ONE])
})
