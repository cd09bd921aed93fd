import { Cluster, ScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Namespace, PersistentVolumeClaim, Service } from 'kubernetes-models/v1'
import { parseAllDocuments } from 'yaml'
import { filesOf, textOf } from './files.ts'

const FOLDER = 'deploy/kubernetes'

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
}

const MODELS = [
  Cluster,
  Deployment,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  ScheduledBackup,
  Service,
] as const

type Model = (typeof MODELS)[number]

/** The names of the manifest files, without kustomize's own file. */
export const FILES = filesOf(`${FOLDER}/*.yaml`)
  .map((path) => path.slice(FOLDER.length + 1))
  .filter((name) => name !== 'kustomization.yaml')
  .sort()

export const kustomization = parseAllDocuments(textOf(`${FOLDER}/kustomization.yaml`))[0]?.toJS() as {
  readonly namespace: string
  readonly resources: readonly string[]
  readonly images: readonly { readonly name: string }[]
  readonly configMapGenerator: readonly [{ readonly name: string }]
  readonly secretGenerator: readonly [{ readonly name: string }]
}

/** Returns every object of a file. Throws if the file is not valid YAML or has a duplicate key. */
export function manifestsIn(file: string): readonly Manifest[] {
  return parseAllDocuments(textOf(`${FOLDER}/${file}`)).map((document) => {
    const problem = document.errors[0] ?? document.warnings[0]
    if (problem !== undefined) throw problem
    return document.toJS() as Manifest
  })
}

/**
 * Returns the violations of Kubernetes' own schema (or the operator's), and the fields that the schema does not know. Validation
 * ignores unknown fields, and the API server drops them with a warning, so unknown fields are those that validation never read.
 */
export function schemaErrorsOf(manifest: Manifest): readonly string[] {
  if (manifest.kind === 'ObjectStore') return schemaErrorsOf(toCluster(manifest))
  const model = modelOf(manifest)
  const read = new Set<string>()
  const errors: string[] = []
  try {
    model.prototype.validate.call(recordReads(manifest, '', read) as never)
  } catch (error) {
    errors.push(String(error))
  }
  return [...errors, ...pathsOf(manifest, '').flatMap((path) => (read.has(path) ? [] : [`${path} is unknown`]))]
}

/** Converts an ObjectStore, whose schema is not available here, to the equivalent backup section of a Cluster, which has the same fields. */
function toCluster({ metadata, spec }: Manifest & { readonly spec?: unknown }): Manifest {
  const { configuration, ...backup } = spec as Record<string, unknown>
  const cluster = { instances: 1, storage: { size: '1Gi' }, backup: { ...backup, barmanObjectStore: configuration } }
  return { apiVersion: Cluster.apiVersion, kind: Cluster.kind, metadata, spec: cluster } as Manifest
}

function modelOf({ apiVersion, kind }: Manifest): Model {
  const found = MODELS.find((model) => model.apiVersion === apiVersion && model.kind === kind)
  if (found === undefined) throw new Error(`No schema for ${apiVersion} ${kind}`)
  return found
}

function recordReads(data: object, path: string, read: Set<string>): object {
  return new Proxy(data, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver)
      if (typeof key === 'symbol') return value
      const place = `${path}/${key}`
      read.add(place)
      return typeof value === 'object' && value !== null ? recordReads(value, place, read) : value
    },
  })
}

function pathsOf(data: object, path: string): readonly string[] {
  return Object.entries(data).flatMap(([key, value]: [string, unknown]) => {
    const place = `${path}/${key}`
    return typeof value === 'object' && value !== null ? [place, ...pathsOf(value, place)] : [place]
  })
}

/** Returns an object by its kind and name. {@link schemaErrorsOf} checks that it has the shape of its model. */
export function manifest<M extends Model>(model: M, name: string): InstanceType<M> {
  const found = FILES.flatMap(manifestsIn).find((one) => one.kind === model.kind && one.metadata.name === name)
  if (found === undefined) throw new Error(`There is no ${model.kind} ${name}`)
  return found as InstanceType<M>
}
