import { parentPort, workerData } from 'node:worker_threads'
import { writeBackup } from './write-backup.ts'

// A thread of its own: compressing and checking a large log would delay requests.

const manifest = await writeBackup(workerData as Parameters<typeof writeBackup>[0])
parentPort?.postMessage({ createdAt: manifest.created_at, position: manifest.head.position })
