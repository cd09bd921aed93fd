import type { WebhookPreset } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { type ClubMessage, messageBody, plainText } from './message.ts'

const NAMES = '@everyone <!channel> *Bold* [click](https://evil.example)'
const message: ClubMessage = {
  key: 'out:7:9',
  event: 'entries_out',
  text: (escape) => `Out in week 9: ${escape(NAMES)}.`,
  url: 'https://pool.example/history',
  data: { week_number: 9, out: [NAMES] },
}
const body = (preset: WebhookPreset, of = message): Record<string, unknown> =>
  JSON.parse(
    messageBody(of, {
      preset,
      clubName: 'Club',
      address: 'https://chat.example/post?bot_id=b1',
      now: '2030-09-08T16:00:00.000Z',
    }),
  ) as Record<string, unknown>

describe('messageBody', () => {
  it('standard: has the type, the time and the data', () => {
    expect(body('standard')).toEqual({
      type: 'entries_out',
      timestamp: '2030-09-08T16:00:00.000Z',
      data: { club: 'Club', week_number: 9, out: [NAMES], text: plainText(message), url: message.url },
    })
  })

  it('discord: mentions nobody and shows names as they are written', () => {
    const { content, allowed_mentions } = body('discord')
    expect(allowed_mentions).toEqual({ parse: [] })
    expect(content).toBe(
      String.raw`Out in week 9: \@everyone \<!channel\> \*Bold\* \[click\]\(https\://evil.example\). https://pool.example/history`,
    )
  })

  it('slack: contains no control sequence', () => {
    const text = String(body('slack')['text'])
    expect(text).toContain('&lt;!channel&gt;')
    expect(text).not.toMatch(/<[!@#]/)
  })

  it('groupme: takes the id of the bot from the address', () => {
    expect(body('groupme')).toEqual({ bot_id: 'b1', text: `Out in week 9: ${NAMES}. https://pool.example/history` })
  })

  it('shortens a message that is too long for a chat, and keeps its link', () => {
    const long = { ...message, text: () => 'x'.repeat(5000) }
    const { content } = body('discord', long) as { content: string }
    expect(content.length).toBe(2000)
    expect(content).toMatch(/…\shttps:\/\/pool\.example\/history$/)
    expect(String(body('groupme', long)['text']).length).toBe(1000)
  })
})
