import { expect, it } from 'vitest'
import { reachOf } from './reach.ts'

it.each([
  ['http://localhost:8080', 'computer'],
  ['http://127.0.0.1:8080', 'computer'],
  ['http://[::1]:8080', 'computer'],
  ['http://pool.localhost', 'computer'],
  ['http://192.168.1.20:8080', 'network'],
  ['http://172.20.0.4', 'network'],
  ['http://172.32.0.4', 'everywhere'],
  ['http://carols-laptop:8080', 'network'],
  ['http://carols-laptop.local:8080', 'network'],
  ['http://[fd00::1]', 'network'],
  ['https://pool.club.example', 'everywhere'],
  ['https://10.club.example', 'everywhere'],
  ['https://[2001:db8::1]', 'everywhere'],
])('reachOf: the reach of %s is %s', (url, reach) => {
  expect(reachOf(url)).toBe(reach)
})
