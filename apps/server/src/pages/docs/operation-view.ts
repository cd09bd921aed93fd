import type { ResponseObject, DocsDocument, Operation, Parameter, Reference } from './document.ts'
import { html, type Html, join, NOTHING, prose } from './html.ts'
import { bodyOf, nameOf, typeOf } from './schema-view.ts'

/** Renders an operation: a summary that opens to its parameters, body and responses. */
export function operationView(document: DocsDocument, path: string, method: string, operation: Operation): Html {
  return html`<details class="operation">
    <summary>
      <span class="method ${method}">${method.toUpperCase()}</span>
      <code class="path">${path}</code>
      <span class="summary">${operation.summary}</span>
    </summary>
    <div class="inside" id="${operation.operationId}">
      ${prose(operation.description)} ${parametersView(operation.parameters ?? [])} ${requestView(operation)}
      <h3>Answers</h3>
      <dl class="answers">
        ${join(Object.entries(operation.responses).map(([status, response]) => responseView(document, status, response)))}
      </dl>
    </div>
  </details>`
}

function parametersView(parameters: readonly Parameter[]): Html {
  if (parameters.length === 0) return NOTHING
  return html`<h3>Parameters</h3>
    <dl class="fields">${join(parameters.map(parameterView))}</dl>`
}

const PLACE = { path: 'in the path', query: 'in the query', header: 'header' } as const

function parameterView({ name, in: place, required, description, schema }: Parameter): Html {
  const flag = required === true ? '' : ', optional'
  return html`<dt><code>${name}</code> <span class="optional">${PLACE[place]}${flag}</span></dt>
    <dd>${typeOf(schema)}${prose(description)}</dd>`
}

function requestView({ requestBody }: Operation): Html {
  const schema = requestBody?.content['application/json']?.schema
  if (requestBody === undefined || schema === undefined) return NOTHING
  const optional = requestBody.required === true ? NOTHING : html` <span class="optional">optional</span>`
  return html`<h3>Body${optional}</h3>
    ${Object.keys(schema.properties ?? {}).length === 0 ? html`<p>No fields.</p>` : bodyOf(schema)}`
}

function responseView(document: DocsDocument, status: string, response: ResponseObject | Reference): Html {
  const found = '$ref' in response ? document.components?.responses?.[nameOf(response.$ref)] : response
  if (found === undefined) return NOTHING
  const isError = Number(status) >= 400
  const bodies = isError ? [] : Object.entries(found.content ?? {})
  const content = bodies.map(([type, { schema }]) =>
    type === 'application/json' && schema !== undefined ? bodyOf(schema) : html`<p><code>${type}</code></p>`,
  )
  return html`<dt class="${isError ? 'error' : 'success'}">${status}</dt>
    <dd>${prose(found.description)}${join(content)}</dd>`
}
