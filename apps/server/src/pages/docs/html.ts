/** Escaped HTML. Only the functions of this file create it. */
export interface Html {
  readonly markup: string
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** Tagged template that escapes every value that is not HTML already. */
export function html(parts: TemplateStringsArray, ...values: readonly (Html | string | number | undefined)[]): Html {
  const filled = values.map((value) => (typeof value === 'object' ? value.markup : escapeHtml(String(value ?? ''))))
  return { markup: String.raw({ raw: parts }, ...filled) }
}

export function join(pieces: readonly Html[]): Html {
  return { markup: pieces.map(({ markup }) => markup).join('\n') }
}

export const NOTHING: Html = { markup: '' }

/** Renders paragraphs, separated by blank lines, with `code` in backticks. */
export function prose(text: string | undefined): Html {
  if (text === undefined || text === '') return NOTHING
  return join(text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`))
}

/** Renders a line of text with `code` in backticks. */
export function inline(text: string): Html {
  const pieces = text.split('`').map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))
  return { markup: pieces.map(({ markup }) => markup).join('') }
}
