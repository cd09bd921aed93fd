/** What a server on this machine says of itself: the value of a metric, all its labels together. */
export async function readMetric(url: string, name: string): Promise<number> {
  return sumOf(await readMetrics(url), name)
}

/** All metrics, as Prometheus' text. */
export async function readMetrics(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text()
}

export function sumOf(text: string, name: string): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  if (lines.length === 0) throw new Error(`there is no metric ${name}`)
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}
