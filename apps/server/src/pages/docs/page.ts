import { readFileSync } from 'node:fs'
import { ERRORS } from '@outlast/contract/errors'
import type { DocsDocument, Operation } from './document.ts'
import { html, type Html, inline, join, NOTHING } from './html.ts'
import { operationView } from './operation-view.ts'
import { bodyOf } from './schema-view.ts'

/** The page's style sheet, served separately because the security policy allows no inline styles. */
export const DOCS_CSS = readFileSync(new URL('style.css', import.meta.url), 'utf8')

interface Call {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

/**
 * Renders the API reference from its OpenAPI document, without scripts, inline styles or content of other hosts, as the
 * Content-Security-Policy demands.
 * @param document the result of `openApiDocument()`
 * @param addresses of the style sheet and of the document itself
 */
export function docsPage(document: object, addresses: { readonly css: string; readonly json: string }): string {
  // The contract's tests validate the document against OpenAPI.
  const described = document as DocsDocument
  const calls = callsOf(described)
  const tags = (described.tags ?? []).filter(({ name }) => calls.some((call) => isTagged(call, name)))
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${described.info.title} API</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${addresses.css}" />
      </head>
      <body>
        <header>
          <h1>${described.info.title} API</h1>
          <p>${inline(described.info.description ?? '')}</p>
          <p><a href="${addresses.json}">As OpenAPI 3.1 (JSON)</a></p>
        </header>
        <nav aria-label="Sections">
          <ul>
            ${join(tags.map(({ name, description }) => html`<li><a href="#${slug(name)}">${description ?? name}</a></li>`))}
            <li><a href="#errors">Errors</a></li>
            <li><a href="#schemas">Schemas</a></li>
          </ul>
        </nav>
        <main>
          ${join(tags.map(({ name, description }) => section(described, calls, name, description ?? name)))} ${errorsView()}
          ${schemasView(described)}
        </main>
      </body>
    </html>`.markup
}

function callsOf(document: DocsDocument): readonly Call[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
}

function isTagged({ operation }: Call, tag: string): boolean {
  return operation.tags.includes(tag)
}

function slug(tag: string): string {
  return `section-${tag.replaceAll(/[^a-z]+/gi, '-')}`
}

function section(document: DocsDocument, calls: readonly Call[], tag: string, title: string): Html {
  const own = calls.filter((call) => isTagged(call, tag))
  return html`<section id="${slug(tag)}" aria-labelledby="${slug(tag)}-title">
    <h2 id="${slug(tag)}-title">${title}</h2>
    ${join(own.map(({ path, method, operation }) => operationView(document, path, method, operation)))}
  </section>`
}

function errorsView(): Html {
  const views = Object.entries(ERRORS).map(
    ([code, { status, message }]) =>
      html`<dt id="error-${code}"><code>${code}</code> ${status}</dt>
        <dd>${message}</dd>`,
  )
  return html`<section id="errors" aria-labelledby="errors-title">
    <h2 id="errors-title">Errors</h2>
    <dl class="fields">${join(views)}</dl>
  </section>`
}

function schemasView({ components }: DocsDocument): Html {
  const schemas = Object.entries(components?.schemas ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (schemas.length === 0) return NOTHING
  const views = schemas.map(
    ([name, schema]) =>
      html`<details class="operation schema">
        <summary><code class="path">${name}</code></summary>
        <div class="inside" id="schema-${name}">${bodyOf(schema)}</div>
      </details>`,
  )
  return html`<section id="schemas" aria-labelledby="schemas-title">
    <h2 id="schemas-title">Schemas</h2>
    ${join(views)}
  </section>`
}
