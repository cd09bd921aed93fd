import { join } from 'node:path'
import { complaintsOf } from '@outlast/testing/process/own-check'
import { expect, test } from 'vitest'
import { DEPLOY, largestBodyKb, textOf } from './support/files.ts'
import { environmentOf, parseUnit } from './support/systemd.ts'

interface Directive {
  readonly words: readonly string[]
  readonly block: readonly Directive[]
}

/** Parses a Caddyfile: words with quotes and backticks, comments, and blocks in braces. Throws if a quote or a brace is not closed. */
function parseCaddyfile(text: string): readonly Directive[] {
  const tokens = [...text.matchAll(/(?<=^|\s)#.*|`[^`]*`|"(?:[^"\\]|\\.)*"|\n|[^\s`"]+|[`"]/g)].map(([token]) => token)
  const open = tokens.find((token) => /^[`"]$/.test(token))
  if (open !== undefined) throw new Error('a quote is not closed')
  let at = 0
  const parseBlock = (isNested: boolean): readonly Directive[] => {
    const directives: Directive[] = []
    let words: string[] = []
    const end = (block: readonly Directive[] = []) => {
      if (words.length > 0 || block.length > 0) directives.push({ words, block })
      words = []
    }
    while (at < tokens.length) {
      const token = tokens[at] ?? ''
      at += 1
      if (token === '\n') end()
      else if (token === '{') end(parseBlock(true))
      else if (token === '}') {
        if (!isNested) throw new Error('a brace is closed that was not opened')
        end()
        return directives
      } else if (!token.startsWith('#')) words.push(token)
    }
    if (isNested) throw new Error('a brace is not closed')
    end()
    return directives
  }
  return parseBlock(false)
}

const file = 'deploy/caddy/Caddyfile'
const [options, site, ...others] = parseCaddyfile(textOf(file))
const directive = (name: string): Directive => {
  const found = site?.block.find(({ words }) => words[0] === name)
  if (found === undefined) throw new Error(`the Caddyfile has no ${name}`)
  return found
}
const option = (of: Directive, name: string): string | undefined => of.block.find(({ words }) => words[0] === name)?.words[1]

test('the Caddyfile is one site with known directives, and its quotes and braces are closed', () => {
  expect([options?.words, site?.words, others]).toEqual([[], ['{$OUTLAST_SITE:pool.club.example}'], []])
  const names = site?.block.map(({ words }) => words[0])
  expect(names).toEqual(['header', 'request_body', 'reverse_proxy', 'handle_errors'])
  expect(() => parseCaddyfile('a {\n b\n')).toThrow('a brace is not closed')
  expect(() => parseCaddyfile('a\n}\n')).toThrow('a brace is closed that was not opened')
  expect(() => parseCaddyfile('respond `a')).toThrow('a quote is not closed')
})

test('Caddy accepts the file, where it is installed', () => {
  const home = { XDG_DATA_HOME: '/nonexistent', XDG_CONFIG_HOME: '/nonexistent' }
  expect(complaintsOf('caddy', ['validate', '--adapter', 'caddyfile', '--config', join(DEPLOY, 'caddy/Caddyfile')], home)).toBe(
    '',
  )
})

test('Caddy forwards to the port of the systemd unit, and waits while the server restarts', () => {
  const { HOST, PORT } = environmentOf(parseUnit(textOf('deploy/systemd/outlast.service')))
  expect(directive('reverse_proxy').words[1]).toBe(`{$OUTLAST_SERVER:${HOST}:${PORT}}`)
  expect(option(directive('reverse_proxy'), 'lb_try_duration')).toBe('5s')
})

test('Caddy ends requests that arrive too slowly, and those that the pool does not answer', () => {
  const timeouts = options?.block[0]?.block[0]
  expect(timeouts?.block.map(({ words }) => words.join(' '))).toEqual(['read_header 10s', 'read_body 20s', 'idle 65s'])
  const transport = directive('reverse_proxy').block.find(({ words }) => words[0] === 'transport')
  expect(transport?.block.map(({ words }) => words.join(' '))).toEqual(['dial_timeout 1s', 'response_header_timeout 35s'])
})

test('Caddy accepts the largest request that the servers accept', () => {
  expect(Number.parseInt(option(directive('request_body'), 'max_size') ?? '', 10) * 1000).toBeGreaterThan(largestBodyKb())
})

test('Caddy answers for a server that is down with the error that API clients retry', () => {
  const handled = directive('handle_errors').block.find(({ words }) => words[0] === 'handle')?.block ?? []
  const [, body = '', status] = handled.find(({ words }) => words[0] === 'respond')?.words ?? []
  expect(status).toBe('503')
  expect(JSON.parse(body.replaceAll('`', ''))).toMatchObject({ code: 'unavailable', error: expect.stringContaining('Try again') })
  expect(handled.map(({ words }) => words.join(' '))).toContain('header Retry-After 1')
})
