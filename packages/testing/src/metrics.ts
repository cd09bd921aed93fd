/** Reads the current value of one metric of a server, summed over its labels. */
export async function readMetric(url: string, name: string): Promise<number> {
  return (await readMetrics(url))(name)
}

/** Reads all metrics of a server once. Returns a function that gives the value of one, summed over its labels. */
export async function readMetrics(url: string): Promise<(name: string) => number> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n')
  return (name) => {
    const samples = lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    if (samples.length === 0) throw new Error(`unknown metric: ${name}`)
    return samples.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
  }
}
