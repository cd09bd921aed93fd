import type { WebhookEvent, WebhookPreset } from '@outlast/domain'

/** A message for a club's chat, with `data` for programs. */
export interface ClubMessage {
  /** Identifies the news: each webhook gets it once. */
  readonly key: string
  readonly event: WebhookEvent | 'test'
  /** Writes the message with the names in it escaped for the chat. */
  readonly text: (escape: (name: string) => string) => string
  /** The page that shows more. */
  readonly url: string
  readonly data: Readonly<Record<string, unknown>>
}

const MAX_DISCORD = 2000
const MAX_GROUPME = 1000

const verbatim = (name: string): string => name
/** Escapes a name, so that the name of an entry cannot format a message, contain a link or mention everyone. */
const escapeDiscord = (name: string): string => name.replaceAll(/[\\*_~`|>#[\]()<@:-]/g, String.raw`\$&`)
const escapeSlack = (name: string): string =>
  name
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[*_~`]/g, (mark) => `\u200b${mark}`)

/** Returns a message as plain text, as admins see it. */
export function plainText({ text, url }: ClubMessage): string {
  return `${text(verbatim)} ${url}`
}

interface BodyOptions {
  readonly preset: WebhookPreset
  readonly clubName: string
  /** The webhook's address, which contains the id of a GroupMe bot. */
  readonly address: string
  readonly now: string
}

/** Writes the body of a message in the form that a preset's service expects. */
export function messageBody(message: ClubMessage, { preset, clubName, address, now }: BodyOptions): string {
  const { event, data, url } = message
  const textFor = (escape: (name: string) => string, max = Infinity) =>
    `${clip(message.text(escape), max - url.length - 1)} ${url}`
  switch (preset) {
    case 'standard':
      return JSON.stringify({ type: event, timestamp: now, data: { club: clubName, ...data, text: plainText(message), url } })
    case 'discord':
      return JSON.stringify({ content: textFor(escapeDiscord, MAX_DISCORD), allowed_mentions: { parse: [] } })
    case 'slack':
      return JSON.stringify({ text: textFor(escapeSlack) })
    case 'groupme':
      return JSON.stringify({ bot_id: new URL(address).searchParams.get('bot_id'), text: textFor(verbatim, MAX_GROUPME) })
    default:
      return preset satisfies never
  }
}

function clip(text: string, max: number): string {
  const characters = Array.from(text)
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`
}
