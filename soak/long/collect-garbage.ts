import { isMainThread } from 'node:worker_threads'

// Loaded before a server (`node --expose-gc --import`): collects garbage regularly. Otherwise V8 lets the heap of a modest load
// grow for a long time, which looks the same as a leak.
const INTERVAL_MS = 5_000

if (isMainThread) setInterval(() => globalThis.gc?.(), INTERVAL_MS).unref()
