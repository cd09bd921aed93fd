import { type ClientOptions, createClientOf } from './client-of.ts'
import type { Client } from './client-types.ts'
import { ENDPOINTS } from './endpoints.ts'

/** Creates a client. It has no state. */
export const createClient = (options: ClientOptions): Client => createClientOf((id) => ENDPOINTS[id], options)
