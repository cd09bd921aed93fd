/** Text that is HTML already. Only {@link html} and {@link join} make it. */
export interface Html {
  readonly markup: string
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML shows it, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** HTML with what is put in escaped, unless it is HTML itself. */
export function html(parts: TemplateStringsArray, ...values: readonly (Html | string | number | undefined)[]): Html {
  const filled = values.map((value) => (typeof value === 'object' ? value.markup : escapeHtml(String(value ?? ''))))
  return { markup: String.raw({ raw: parts }, ...filled) }
}

/** Pieces one after the other. */
export function join(pieces: readonly Html[]): Html {
  return { markup: pieces.map(({ markup }) => markup).join('\n') }
}

/** Nothing. */
export const NOTHING: Html = { markup: '' }

/** A sentence or more with `code` in backticks; blank lines part paragraphs. */
export function prose(text: string | undefined): Html {
  if (text === undefined || text === '') return NOTHING
  return join(text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`))
}

/** A line with `code` in backticks. */
export function inline(text: string): Html {
  const pieces = text.split('`').map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))
  return { markup: pieces.map(({ markup }) => markup).join('') }
}
