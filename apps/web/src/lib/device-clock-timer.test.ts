import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { afterDeviceTime } from './device-clock-timer.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const show = (visibilityState: string): void => {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('afterDeviceTime: runs once after the delay, and not when it is cancelled', () => {
  const [run, cancelled] = [vi.fn<() => void>(), vi.fn<() => void>()]
  afterDeviceTime(1_000, run)
  afterDeviceTime(1_000, cancelled)()
  vi.advanceTimersByTime(999)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  show('visible')
  expect([run, cancelled].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
})

it('afterDeviceTime: runs as soon as the page is visible when it became due while the device slept', () => {
  const run = vi.fn<() => void>()
  afterDeviceTime(1_000, run)
  // The timers of a device that sleeps stand still, its clock does not.
  vi.setSystemTime(500)
  show('visible')
  vi.setSystemTime(5_000)
  show('hidden')
  expect(run).not.toHaveBeenCalled()
  show('visible')
  expect(run).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(10_000)
  expect(run).toHaveBeenCalledOnce()
})

it('afterDeviceTime: runs without a page, as in a worker', () => {
  vi.stubGlobal('document', undefined)
  const run = vi.fn<() => void>()
  afterDeviceTime(1_000, run)
  vi.advanceTimersByTime(1_000)
  expect(run).toHaveBeenCalledOnce()
})
