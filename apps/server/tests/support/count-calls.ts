import { Session } from 'node:inspector/promises'

/** Counts how often functions of a module of this repository are called in this process while something runs. Nothing is replaced. */
export async function countCalls(file: string, run: () => Promise<void>): Promise<(name: string) => number> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await run()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const functions = result.filter(({ url }) => url.endsWith(file)).flatMap((script) => script.functions)
    return (name) => functions.find(({ functionName }) => functionName === name)?.ranges[0]?.count ?? 0
  } finally {
    session.disconnect()
  }
}
