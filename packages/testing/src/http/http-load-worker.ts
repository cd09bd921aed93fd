import { HttpLoad, type LoadPlan } from './http-load.ts'

// The load client, in a process of its own: runs each plan that it is sent, and answers what came of it.
process.on('message', (plan: LoadPlan) => {
  void new HttpLoad(plan).run().then((result) => process.send?.(result))
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
