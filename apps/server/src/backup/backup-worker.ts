import { parentPort, workerData } from 'node:worker_threads'
import { runInBackground } from '../lib/background-thread.ts'
import { writeBackup } from './write-backup.ts'

// Runs in its own thread, because compressing and checking a large log would delay requests.

runInBackground()
const manifest = await writeBackup(workerData as Parameters<typeof writeBackup>[0])
parentPort?.postMessage({ createdAt: manifest.created_at, position: manifest.head.position })
