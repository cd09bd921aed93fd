import { serveRequests } from '../process/worker.ts'
import { HttpLoad, type LoadPlan } from './http-load.ts'

// A load client in a process of its own: runs each plan that it receives.
serveRequests((plan: LoadPlan) => new HttpLoad(plan).run())
