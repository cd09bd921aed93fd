import { isMainThread } from 'node:worker_threads'

// Loaded before a server (`node --expose-gc --import`): its garbage is collected regularly. Without that V8 lets the heap grow
// until it sees a reason to look, and what a modest load leaves behind for good could not be told from what is only not
// collected yet.
const EVERY_MS = 5_000

if (isMainThread) setInterval(() => globalThis.gc?.(), EVERY_MS).unref()
