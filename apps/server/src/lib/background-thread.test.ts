import { once } from 'node:events'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { runInBackground } from './background-thread.ts'

const MODULE = JSON.stringify(new URL('./background-thread.ts', import.meta.url).href)
const WORKER = `
  const { getPriority } = require('node:os')
  const { parentPort } = require('node:worker_threads')
  import(${MODULE}).then(({ runInBackground }) => {
    runInBackground()
    parentPort.postMessage(getPriority())
  })`

test.runIf(process.platform === 'linux')(
  'a background thread has a lower priority than the thread that answers requests',
  async () => {
    const before = getPriority()
    const worker = new Worker(WORKER, { eval: true })
    const [ofWorker] = (await once(worker, 'message')) as [number]
    await worker.terminate()
    runInBackground()
    expect(ofWorker).toBe(Math.min(before + 10, 19))
    expect(getPriority()).toBe(before)
  },
)
