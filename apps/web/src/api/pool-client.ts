import {
  ApiError,
  type Client,
  type ClientOptions,
  createClientOf,
  type Endpoint,
  FIRST_ENDPOINTS,
  type RouteId,
} from '@outlast/contract'
import { afterDeviceTime } from '../lib/device-clock-timer.ts'
import { loadChunk } from '../lib/load-chunk.ts'
import type { LimitedRequest } from './early-answers.ts'

/** How long the pool may be silent, in milliseconds: before it answers, and within an answer (docs/decisions/115). */
const SILENCE_MS = 10_000
/** How long a whole call may take, and how long the pool may be silent after an upload, in milliseconds. */
const WHOLE_MS = 60_000

interface PoolClientOptions extends Pick<ClientOptions, 'token' | 'onUnauthorized'> {
  /** Empty, or left out, for the page's own. */
  readonly baseUrl?: string
  readonly fetch: (url: string, init: LimitedRequest) => Promise<Response>
}

/** Loads the endpoints that the first view does not need. */
export const loadEndpoints = () => loadChunk(() => import('@outlast/contract/endpoints'), SILENCE_MS)

const FIRST: { readonly [Id in RouteId]?: Endpoint } = FIRST_ENDPOINTS

const endpointOf = (id: RouteId): Endpoint | Promise<Endpoint> =>
  FIRST[id] ??
  loadEndpoints().then(
    ({ ENDPOINTS }) => ENDPOINTS[id],
    (cause: Error) => {
      throw new ApiError(cause.message, { code: 'network', cause })
    },
  )

/** Creates a client of the pool's API. All requests of the web app to the API are made by one, so that each has its time limit. */
export function createPoolClient({ fetch, baseUrl = '', ...options }: PoolClientOptions): Client {
  return createClientOf(endpointOf, {
    ...options,
    baseUrl,
    limits: { silenceMs: SILENCE_MS, wholeMs: WHOLE_MS, schedule: afterDeviceTime },
    fetch: (url, { signal, ...init }) => {
      if (signal === undefined || signal === null) throw new TypeError('a request without a time limit')
      return fetch(url, { ...init, signal })
    },
  })
}
