import { Cluster, ScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Namespace, Secret, Service } from 'kubernetes-models/v1'
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
  ConfigMap,
  Deployment,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  ScheduledBackup,
  Secret,
  Service,
] as const

type Model = (typeof MODELS)[number]

/** The names of the files, but for what is kustomize's own. */
export const FILES = filesOf(`${FOLDER}/*.yaml`)
  .map((path) => path.slice(FOLDER.length + 1))
  .filter((name) => name !== 'kustomization.yaml')
  .sort()

export const kustomization = parseAllDocuments(textOf(`${FOLDER}/kustomization.yaml`))[0]?.toJS() as {
  readonly namespace: string
  readonly resources: readonly string[]
  readonly images: readonly { readonly name: string }[]
}

/** Every object of a file. Throws when it is no YAML, or says something twice. */
export function manifestsIn(file: string): readonly Manifest[] {
  return parseAllDocuments(textOf(`${FOLDER}/${file}`)).map((document) => {
    const problem = document.errors[0] ?? document.warnings[0]
    if (problem !== undefined) throw problem
    return document.toJS() as Manifest
  })
}

/**
 * What is wrong with an object by Kubernetes' own schema (or the operator's), and the fields that it does not know: those are the
 * ones that the schema's check never read. (It lets them pass; the API server warns and drops them.)
 */
export function complaintsOf(manifest: Manifest): readonly string[] {
  if (manifest.kind === 'ObjectStore') return complaintsOf(inCluster(manifest))
  const model = modelOf(manifest)
  const read = new Set<string>()
  const complaints: string[] = []
  try {
    model.prototype.validate.call(watched(manifest, '', read) as never)
  } catch (error) {
    complaints.push(String(error))
  }
  return [...complaints, ...pathsOf(manifest, '').flatMap((path) => (read.has(path) ? [] : [`${path} is unknown`]))]
}

/** The backup plugin's object has no schema of its own here; what it says is what a cluster could say itself before there was the plugin. */
function inCluster({ metadata, spec }: Manifest & { readonly spec?: unknown }): Manifest {
  const { configuration, ...backup } = spec as Record<string, unknown>
  const cluster = { instances: 1, storage: { size: '1Gi' }, backup: { ...backup, barmanObjectStore: configuration } }
  return { apiVersion: Cluster.apiVersion, kind: Cluster.kind, metadata, spec: cluster } as Manifest
}

function modelOf({ apiVersion, kind }: Manifest): Model {
  const found = MODELS.find((model) => model.apiVersion === apiVersion && model.kind === kind)
  if (found === undefined) throw new Error(`No schema for ${apiVersion} ${kind}`)
  return found
}

function watched(data: object, path: string, read: Set<string>): object {
  return new Proxy(data, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver)
      if (typeof key === 'symbol') return value
      const place = `${path}/${key}`
      read.add(place)
      return typeof value === 'object' && value !== null ? watched(value, place, read) : value
    },
  })
}

function pathsOf(data: object, path: string): readonly string[] {
  return Object.entries(data).flatMap(([key, value]: [string, unknown]) => {
    const place = `${path}/${key}`
    return typeof value === 'object' && value !== null ? [place, ...pathsOf(value, place)] : [place]
  })
}

/** An object by its kind and name, in the shape that {@link complaintsOf} makes sure of. */
export function manifest<M extends Model>(model: M, name: string): InstanceType<M> {
  const found = FILES.flatMap(manifestsIn).find((one) => one.kind === model.kind && one.metadata.name === name)
  if (found === undefined) throw new Error(`There is no ${model.kind} ${name}`)
  return found as unknown as InstanceType<M>
}
