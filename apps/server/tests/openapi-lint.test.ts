import { openApiDocument } from '@outlast/contract/openapi'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { describe, expect, test } from 'vitest'

// Checks the description of the API with the rule sets of two public linters.

const document = openApiDocument()

async function redocly(text: string): Promise<readonly string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const found = await lintFromString({ source: text, absoluteRef: '/openapi.json', config })
  return found.map(({ ruleId, message, location: [place] }) => `${ruleId}: ${message} at ${place?.pointer ?? ''}`)
}

/** All rules, not only those that Spectral recommends, except three: the order of tags is that of the page, MIT has an identifier instead of an address, and whom to ask has no address. */
async function spectral(value: object): Promise<readonly string[]> {
  const linter = new Spectral()
  const off = { 'openapi-tags-alphabetical': 'off', 'license-url': 'off', 'contact-properties': 'off' } as const
  linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'all']], rules: off })
  const found = await linter.run(structuredClone(value) as Record<string, unknown>)
  return found.map(({ code, message, path }) => `${code}: ${message} at ${path.join('.')}`)
}

describe('/api/openapi.json', () => {
  test('has no finding of Redocly’s strictest rule set', async () => {
    expect(await redocly(JSON.stringify(document))).toEqual([])
  })

  test('has no finding of Spectral’s rules for OpenAPI', async () => {
    expect(await spectral(document)).toEqual([])
  })

  test('is what the linters read: they find a path parameter that nothing declares', async () => {
    const broken = structuredClone(document)
    broken.paths = { ...broken.paths, '/api/nothing/{id}': { get: { responses: { 200: { description: 'OK' } } } } }
    expect((await redocly(JSON.stringify(broken))).join('\n')).toContain('path-parameters-defined')
    expect((await spectral(broken)).join('\n')).toContain('path-params')
  })
})
