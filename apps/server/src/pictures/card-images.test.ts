import { describe, expect, it } from 'vitest'
import type { Card } from './card.ts'
import { CardImages, cardVersion } from './card-images.ts'
import type { ImageTask } from './run-image-task.ts'

const card = (week: number, crest: string | null = null): Card => ({
  kind: 'countdown',
  club: { name: 'Kickers', color: null, crest, host: null },
  season: 2030,
  week,
  day: 'Sunday, September 8',
  time: '12:00 PM ET',
})

/** Creates images whose content is the number of the drawing, to count drawings. */
function counted(fails = false) {
  const tasks: ImageTask[] = []
  const images = new CardImages({
    readCrest: async (crest) => Buffer.from(crest),
    draw: async (task) => {
      tasks.push(task)
      if (fails && tasks.length === 1) throw new Error('the first one fails')
      return Uint8Array.of(tasks.length)
    },
  })
  return { images, tasks }
}

describe('CardImages', () => {
  it('draws each version and size once, also for requests at the same time', async () => {
    const { images, tasks } = counted()
    const both = await Promise.all([images.image(card(1), '1200x630'), images.image(card(1), '1200x630')])
    expect(both.map(([first]) => first)).toEqual([1, 1])
    expect([...(await images.image(card(1), '1200x630'))]).toEqual([1])
    await images.image(card(1), '1080x1920')
    await images.image(card(2), '1200x630')
    expect(tasks).toHaveLength(3)
  })

  it('draws again after a failure', async () => {
    const { images } = counted(true)
    await expect(images.image(card(1), '1200x630')).rejects.toThrow('the first one fails')
    expect([...(await images.image(card(1), '1200x630'))]).toEqual([2])
  })

  it('draws the club’s crest', async () => {
    const { images, tasks } = counted()
    await images.image(card(1, 'abc'), '1200x630')
    expect(tasks).toMatchObject([{ crest: Buffer.from('abc') }])
  })
})

describe('cardVersion', () => {
  it('changes with what the card shows, and with nothing else', () => {
    expect(cardVersion(card(1))).toBe(cardVersion(card(1)))
    expect(new Set([card(1), card(2), card(1, 'abc')].map(cardVersion)).size).toBe(3)
    expect(cardVersion(card(1))).toMatch(/^[0-9a-f]{16}$/)
  })
})
