import { parseEnv } from 'node:util'
import { ROUTES } from '@outlast/contract/routes'
import type { ICluster, IScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { type IContainer, type IProbe, Namespace, Service } from 'kubernetes-models/v1'
import { describe, expect, test } from 'vitest'
import { ConfigError, loadConfig } from '@outlast/server/config'
import { GRACE_MS } from '@outlast/server/app'
import { IMAGE_ENV, lastInstruction } from './support/dockerfile.ts'
import { documentedVariables, largestBodyKb, textOf } from './support/files.ts'
import { schemaErrorsOf, FILES, kustomization, manifest, manifestsIn } from './support/manifests.ts'

interface INamed {
  readonly metadata: { readonly name: string }
}

/** The id of the image's user, `node`. */
const NODE_USER = 1000

const deployment = manifest(Deployment, 'outlast')
const job = manifest(Job, 'outlast-migrate')
const pod = deployment.spec?.template.spec
const pods = [pod, job.spec?.template.spec]
const server = container(pod?.containers)
const config = settingsIn('config.env')
const secret = settingsIn('secret.example.env')
const DATABASE_URL = 'postgres://outlast:given@postgres-rw:5432/outlast'

function settingsIn(file: string): Readonly<Record<string, string>> {
  return parseEnv(textOf(`deploy/kubernetes/${file}`)) as Record<string, string>
}

function container(containers: readonly IContainer[] | undefined): IContainer {
  const [first, ...others] = containers ?? []
  if (first === undefined || others.length > 0) throw new Error('expected exactly one container in the pod')
  return first
}

describe.each(FILES)('%s', (file) => {
  test.each(manifestsIn(file).map((one) => [`${one.kind} ${one.metadata.name}`, one] as const))(
    '%s matches its schema',
    (_, one) => {
      expect(schemaErrorsOf(one)).toEqual([])
    },
  )
})

test('schemaErrorsOf reports unknown fields and invalid values', () => {
  const [first] = manifestsIn('deployment.yaml')
  const invalid = structuredClone(first) as unknown as { spec: Record<string, unknown> }
  Object.assign(invalid.spec, { replica: 2, replicas: 'two' })
  const errors = schemaErrorsOf(invalid as never)
  expect(errors).toContain('/spec/replica is unknown')
  expect(errors.join()).toContain('data/spec/replicas must be integer')
})

test('kustomize applies every file, and makes the settings and secrets that the servers read, with a checksum in their names', () => {
  expect(kustomization.resources.toSorted()).toEqual(FILES)
  expect(manifest(Namespace, kustomization.namespace).metadata?.name).toBe(kustomization.namespace)
  const sources = server.envFrom?.map(({ configMapRef, secretRef }) => [configMapRef?.name, secretRef?.name])
  expect(sources).toEqual([
    [kustomization.configMapGenerator[0].name, undefined],
    [undefined, kustomization.secretGenerator[0].name],
  ])
  expect(kustomization.configMapGenerator).toEqual([{ name: 'outlast', envs: ['config.env'] }])
  expect(kustomization.secretGenerator).toEqual([{ name: 'outlast', envs: ['secret.env'] }])
  // A generator option that switched the checksums off would leave old settings in running pods.
  expect(kustomization).not.toHaveProperty('generatorOptions')
  expect(textOf('.gitignore').split('\n')).toContain('secret.env')
  expect(new Set(pods.map((one) => container(one?.containers).image))).toEqual(
    new Set(kustomization.images.map(({ name }) => name)),
  )
})

test('containers run without root, without capabilities and with a read-only file system', () => {
  for (const one of pods) {
    expect(one?.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: NODE_USER,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(one?.automountServiceAccountToken).toBe(false)
    const { securityContext, resources } = container(one?.containers)
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(resources?.limits).toHaveProperty('memory')
  }
  const mounts = server.volumeMounts?.map(({ mountPath }) => mountPath)
  expect(mounts).toContain(lastInstruction('VOLUME'))
  expect(server.volumeMounts?.map(({ name }) => name)).toEqual(pod?.volumes?.map(({ name }) => name))
})

test('the manifests set only documented variables, and they form a valid production configuration', () => {
  const set = [...Object.keys(config), ...Object.keys(secret), ...(server.env ?? []).map(({ name }) => name)]
  expect(documentedVariables()).toEqual(expect.arrayContaining(set))
  const given = { JWT_SECRET: 'q7Zp0vNw3xKd8Rt5Yb1Hc6Jm2Lf9Gs4A', METRICS_TOKEN: 'a-token-of-sixteen' }
  const loaded = loadConfig({ ...IMAGE_ENV, ...config, ...secret, DATABASE_URL, ...given })
  expect(loaded).toMatchObject({ production: true, host: '0.0.0.0', trustProxy: 1, mail: { kind: 'smtp' } })
  expect(loadConfig({ ...IMAGE_ENV, ...config, ...secret, DATABASE_URL, ...given, TRUST_PROXY: '2' }).trustProxy).toBe(2)
})

test('the server rejects the placeholder secrets of the example', () => {
  expect(() => loadConfig({ ...IMAGE_ENV, ...config, ...secret, DATABASE_URL })).toThrow(ConfigError)
})

test('probes call the health routes on the port where the server listens', () => {
  expect(server.ports).toEqual([{ name: 'http', containerPort: Number(IMAGE_ENV['PORT']) }])
  const at = (probe: IProbe | undefined) => [probe?.httpGet?.path, probe?.httpGet?.port]
  expect(at(server.readinessProbe)).toEqual([ROUTES.readiness.path, 'http'])
  expect(at(server.livenessProbe)).toEqual([ROUTES.health.path, 'http'])
  expect(at(server.startupProbe)).toEqual([ROUTES.health.path, 'http'])
})

test('a server gets enough time to stop gracefully after proxies have removed it', () => {
  const sleep = server.lifecycle?.preStop?.sleep?.seconds ?? 0
  expect(sleep).toBeGreaterThan(0)
  expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(sleep + GRACE_MS / 1000)
  expect(deployment.spec?.strategy?.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 })
  expect(deployment.spec?.replicas).toBeGreaterThan(1)
})

test('selectors, ports and hosts refer to existing objects', () => {
  const labels = deployment.spec?.template.metadata?.labels
  const service = manifest(Service, 'outlast')
  const ingress = manifest(Ingress, 'outlast')
  const policy = manifest(NetworkPolicy, 'outlast').spec
  expect(deployment.spec?.selector.matchLabels).toEqual(labels)
  expect(service.spec?.selector).toEqual(labels)
  expect(service.spec?.ports?.map(({ targetPort }) => targetPort)).toEqual(server.ports?.map(({ name }) => name))
  expect(manifest(PodDisruptionBudget, 'outlast').spec?.selector?.matchLabels).toEqual(labels)
  expect(policy?.podSelector?.matchLabels).toEqual(labels)
  expect(policy?.ingress?.flatMap(({ ports = [] }) => ports.map(({ port }) => port))).toEqual(['http'])
  const hosts = ingress.spec?.rules?.map(({ host }) => host)
  expect(hosts).toEqual([new URL(config['PUBLIC_URL'] ?? '').host])
  expect(ingress.spec?.tls?.flatMap(({ hosts: covered = [] }) => covered)).toEqual(hosts)
  const backends = ingress.spec?.rules?.flatMap(({ http }) => http?.paths.map(({ backend }) => backend.service) ?? [])
  expect(backends).toEqual([{ name: 'outlast', port: { name: service.spec?.ports?.[0]?.name } }])
})

test('the ingress accepts the largest request that the servers accept', () => {
  const limit = manifest(Ingress, 'outlast').metadata?.annotations?.['nginx.ingress.kubernetes.io/proxy-body-size'] ?? ''
  expect(Number.parseInt(limit, 10) * 1024).toBeGreaterThanOrEqual(largestBodyKb())
})

test('only the servers, the migration and the cluster itself may connect to the database', () => {
  const policy = manifest(NetworkPolicy, 'postgres').spec
  const cluster = manifestsIn('postgres.yaml').find(({ kind }) => kind === 'Cluster')
  expect(policy?.podSelector?.matchLabels).toEqual({ 'cnpg.io/cluster': cluster?.metadata.name })
  const members = policy?.ingress?.flatMap(({ from = [] }) =>
    from.flatMap(({ podSelector }) => (podSelector ? [podSelector.matchLabels] : [])),
  )
  const expected = [
    deployment.spec?.template.metadata?.labels,
    job.spec?.template.metadata?.labels,
    policy?.podSelector?.matchLabels,
  ]
  expect(members).toEqual(expected)
})

test('the write-ahead log archive and the daily backups use the object store', () => {
  const database = manifestsIn('postgres.yaml') as readonly unknown[] as readonly [ICluster, INamed, IScheduledBackup]
  const [cluster, store, backup] = database
  const [plugin] = cluster.spec.plugins ?? []
  expect(plugin).toMatchObject({ isWALArchiver: true, parameters: { barmanObjectName: store.metadata.name } })
  expect(backup.spec).toMatchObject({ method: 'plugin', pluginConfiguration: { name: plugin?.name } })
  expect(backup.spec.cluster.name).toBe(cluster.metadata?.name)
})

test('servers and migration read the database URL from the secret that the operator creates', () => {
  const cluster = manifestsIn('postgres.yaml').find(({ kind }) => kind === 'Cluster')
  for (const one of pods) {
    const found = container(one?.containers).env?.find(({ name }) => name === 'DATABASE_URL')?.valueFrom?.secretKeyRef
    expect(found).toEqual({ name: `${cluster?.metadata.name}-app`, key: 'uri' })
  }
})
