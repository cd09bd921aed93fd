import type { Schema } from './document.ts'
import { html, type Html, inline, join, NOTHING } from './html.ts'

/** Renders a type in a few words, with links to named schemas. */
export function typeOf(schema: Schema): Html {
  if (schema.$ref !== undefined) return linkTo(nameOf(schema.$ref))
  const union = schema.anyOf ?? schema.oneOf
  if (union !== undefined) return or(union.map(typeOf))
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum !== undefined) return or(schema.enum.map((value) => html`<code>${plain(value)}</code>`))
  if (typeof schema.type === 'object') return or(schema.type.map((type) => typeOf({ ...schema, type })))
  switch (schema.type) {
    case 'array':
      return html`list of ${schema.items === undefined ? 'anything' : typeOf(schema.items)}`
    case 'integer':
    case 'number':
      return html`${schema.type}${bounds(schema.minimum, schema.maximum)}`
    case 'string':
      return html`${schema.format ?? 'text'}${lengths(schema)}`
    case 'object':
      return objectType(schema)
    default:
      return html`${schema.type ?? 'anything'}`
  }
}

/** Returns the name of the schema or response that a reference points to. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

function linkTo(name: string): Html {
  return html`<a href="#schema-${name}">${name}</a>`
}

function or(alternatives: readonly Html[]): Html {
  return { markup: alternatives.map(({ markup }) => markup).join(' <span class="or">or</span> ') }
}

function bounds(minimum: number | undefined, maximum: number | undefined): string {
  const from = minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum
  const to = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  if (from === undefined) return to === undefined ? '' : `, at most ${to}`
  return to === undefined ? `, at least ${from}` : `, ${from} to ${to}`
}

function lengths({ minLength, maxLength }: Schema): string {
  if (maxLength === undefined) return ''
  return (minLength ?? 0) > 1 ? `, ${minLength} to ${maxLength} characters` : `, up to ${maxLength} characters`
}

function objectType(schema: Schema): Html {
  const { additionalProperties: values } = schema
  if (schema.properties === undefined && typeof values === 'object') return html`object of ${typeOf(values)} by key`
  return html`object`
}

/** Renders the fields of an object, with those of nested objects indented. */
function fieldsOf(schema: Schema): Html {
  const rows = Object.entries(schema.properties ?? {})
  if (rows.length === 0) return NOTHING
  return html`<dl class="fields">
    ${join(rows.map(([name, field]) => fieldRow(name, field, schema.required?.includes(name) === true)))}
  </dl>`
}

function fieldRow(name: string, field: Schema, required: boolean): Html {
  const flag = required ? NOTHING : html` <span class="optional">optional</span>`
  const description = field.description === undefined ? NOTHING : html`<p>${inline(field.description)}</p>`
  const example = field.example === undefined ? NOTHING : html`<p class="example">e.g. <code>${plain(field.example)}</code></p>`
  return html`<dt><code>${name}</code>${flag}</dt>
    <dd>${typeOf(field)}${description}${example}${fieldsOf(inner(field))}</dd>`
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the object inside a list or an alternative whose fields are shown here. */
function inner(field: Schema): Schema {
  if (field.properties !== undefined) return field
  if (field.items !== undefined) return inner(field.items)
  const alternative = (field.anyOf ?? field.oneOf)?.find(({ properties }) => properties !== undefined)
  return alternative ?? {}
}

/** Renders the fields of a schema, or each of its alternatives. */
export function bodyOf(schema: Schema): Html {
  const forms = schema.anyOf ?? schema.oneOf
  if (forms === undefined)
    return html`<p>${typeOf(schema)}</p>
      ${fieldsOf(inner(schema))}`
  return join(forms.map((form, i) => html`${i > 0 ? html`<p class="or">or</p>` : NOTHING}${bodyOf(form)}`))
}
