import { ALL_ROUTES } from '@outlast/contract/routes'

/** What exists in the pool that is flooded. */
export interface FloodedPool {
  readonly weekIds: readonly number[]
  readonly entryIds: readonly number[]
  readonly seasonYear: number
  /** The last position of the log. */
  readonly head: number
  /** A file of the built app, if it is built. */
  readonly asset: string | undefined
}

/** An address of which a stranger can ask for many forms: route or page, and the form with a number. */
export interface PublicAddress {
  readonly name: string
  readonly form: (n: number) => string
  /** Default: GET. */
  readonly method?: 'GET' | 'OPTIONS'
}

/** For operators on this machine. */
const NOT_PUBLIC = '/metrics'

/** Returns every public address: those of the route table, some with queries, and the pages of the app. A new route is one of them. */
export function publicAddresses(pool: FloodedPool): readonly PublicAddress[] {
  const reads = ALL_ROUTES.filter(({ method, access, path }) => method === 'GET' && access === 'public' && path !== NOT_PUBLIC)
  const routes = reads.map(({ path }) => ({ name: path, form: (n: number) => withParameters(path, pool, n) }))
  const queries: readonly PublicAddress[] = [
    { name: '/api/history/matrix?season=<any>', form: (n) => `/api/history/matrix?season=${2000 + (n % 90)}` },
    { name: '/api/history/matrix.csv?season=<any>', form: (n) => `/api/history/matrix.csv?season=${2000 + (n % 90)}` },
    { name: '/api/audit?limit=200&before=<any>', form: (n) => `/api/audit?limit=200&before=${1 + ((n * 101) % pool.head)}` },
    { name: '/api/audit/hashes?from=<any>', form: (n) => `/api/audit/hashes?from=${(n * 101) % pool.head}&to=${pool.head}` },
    { name: '/api/teams?<any>', form: (n) => `/api/teams?n=${n}` },
    { name: '/api/<any>', form: (n) => `/api/missing${n}` },
    { name: 'OPTIONS /api/teams', form: () => '/api/teams', method: 'OPTIONS' },
  ]
  const pages = ['/', '/history', '/reveal', '/reveal/{week}', '/entry/{entry}', '/entry/{missing}', '/auth', '/{missing}']
  return [
    ...routes,
    ...queries,
    ...pages.map((page) => ({ name: `page ${page}`, form: (n: number) => withParameters(page, pool, n) })),
    ...(pool.asset === undefined ? [] : [{ name: 'file of the app', form: () => pool.asset ?? '' }]),
  ]
}

function withParameters(path: string, { weekIds, entryIds, seasonYear, head }: FloodedPool, n: number): string {
  const one = (ids: readonly number[]) => String(ids[n % ids.length] ?? 1)
  const week = one(weekIds)
  const entry = one(entryIds)
  const values: Readonly<Record<string, string>> = {
    week,
    entry,
    missing: String(900_000_000 + n),
    topic: n % 2 === 0 ? `week:${week}` : `season:${seasonYear}`,
    position: String(1 + ((n * 101) % head)),
    token: 'x'.repeat(43),
    crest: '0'.repeat(64),
    kind: n % 2 === 0 ? 'entry' : 'week',
    size: path.startsWith('/og/') ? '1200x630' : '64',
    id: path.includes('/entries/')
      ? entry
      : path.includes('/picks/')
        ? String(Number(entry) * 1_000_000 + Number(week))
        : path.startsWith('/og/') && n % 2 === 0
          ? entry
          : week,
  }
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for {${name}} of ${path}`)
    return value
  })
}
