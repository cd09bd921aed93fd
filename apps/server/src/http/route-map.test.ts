import { ALL_ROUTES } from '@outlast/contract/routes'
import { describe, expect, it } from 'vitest'
import { RouteMap } from './route-map.ts'

const routes = new RouteMap()
const idOf = (method: string, path: string) => {
  const found = routes.find(method, path)
  return found !== undefined && 'match' in found ? found.match.route.id : found
}

describe('RouteMap', () => {
  it('finds every route of the contract, and its parameters', () => {
    for (const route of ALL_ROUTES) {
      const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
      const found = routes.find(route.method, route.path.replace(/\{\w+\}/g, '17'))
      expect(found).toEqual({ match: { route, params: Object.fromEntries(names.map((name) => [name, '17'])) } })
    }
  })

  it('prefers what stands there literally to what a parameter could take', () => {
    expect(idOf('GET', '/api/reveal/current')).toBe('currentReveal')
    expect(idOf('GET', '/api/reveal/17')).toBe('weekReveal')
    expect(idOf('GET', '/api/weeks/current')).toBe('currentWeek')
  })

  it('knows the other methods of an address, and takes HEAD for GET', () => {
    expect(idOf('HEAD', '/api/teams')).toBe('listTeams')
    expect(routes.find('DELETE', '/api/teams')).toEqual({ allow: ['GET', 'HEAD', 'OPTIONS'] })
    expect(routes.find('GET', '/api/entries/17')).toEqual({ allow: ['DELETE', 'OPTIONS', 'PATCH'] })
  })

  it.each([
    '/',
    '/api',
    '/api/',
    '/api/teams/',
    '//api/teams',
    '/api/weeks//games',
    '/API/teams',
    '/api/reveal/1/2',
    '/api/__proto__',
  ])('knows nothing at %s', (path) => {
    expect(routes.find('GET', path)).toBeUndefined()
  })
})
