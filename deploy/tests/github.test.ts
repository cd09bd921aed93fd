import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { root } from '@outlast/testing/root'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { filesOf, textOf } from './support/files.ts'

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Job {
  readonly 'timeout-minutes': number
  readonly steps: readonly Step[]
  readonly strategy?: { readonly matrix: { readonly include: readonly object[] } }
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

interface Form {
  readonly name: string
  readonly description: string
  readonly body: readonly {
    readonly type: string
    readonly id?: string
    readonly attributes: { readonly label?: string; readonly value?: string; readonly options?: readonly unknown[] }
  }[]
}

const workflow = parse(textOf('.github/workflows/check.yml')) as Workflow
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps)
const commands = steps.flatMap(({ run = [] }) => run)

test('the workflow runs .ci/run, which is an executable file, and builds the release', () => {
  expect(commands).toContain('.ci/run')
  accessSync(join(root, '.ci/run'), constants.X_OK)
  expect(commands).toContain('npm run release')
})

test('the workflow builds the image for amd64 and arm64, on machines of their own, and keeps the list of packages', () => {
  const { image, release } = workflow.jobs
  expect(image?.strategy?.matrix.include).toEqual([
    { architecture: 'amd64', runner: 'ubuntu-24.04' },
    { architecture: 'arm64', runner: 'ubuntu-24.04-arm' },
  ])
  expect(image?.steps.flatMap(({ run = [] }) => run)).toEqual(['scripts/release/image.sh ${{ matrix.architecture }}'])
  accessSync(join(root, 'scripts/release/image.sh'), constants.X_OK)
  expect(release?.steps.at(-1)?.with?.['path']).toContain('release/outlast-*/sbom.json')
})

test('the workflow may only read the repository, pins its actions to a version, and each job ends in time', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' })
  for (const { uses = 'actions/checkout@v4' } of steps) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/)
  for (const job of Object.values(workflow.jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0)
})

test('the workflow runs on a version of Node that can start the checks', () => {
  const { engines } = JSON.parse(textOf('package.json')) as { engines: { node: string } }
  const versions = steps.flatMap((step) => (step.uses?.startsWith('actions/setup-node@') === true ? [step.with] : []))
  // The image has its own.
  expect(versions).toHaveLength(Object.keys(workflow.jobs).length - 1)
  for (const set of versions) {
    expect(Number(set?.['node-version'])).toBeGreaterThanOrEqual(Number(engines.node.replace('>=', '')))
  }
})

test.each(filesOf('.github/ISSUE_TEMPLATE/*.yml').filter((file) => !file.endsWith('config.yml')))(
  '%s is a form with a name, a description and labelled fields',
  (file) => {
    const { name, description, body } = parse(textOf(file)) as Form
    expect(name.length * description.length).toBeGreaterThan(0)
    for (const { type, id, attributes } of body) {
      expect(['markdown', 'textarea', 'input', 'dropdown', 'checkboxes']).toContain(type)
      const isText = type === 'markdown'
      expect([isText ? attributes.value : id, isText ? 'text' : attributes.label]).toEqual([
        expect.stringMatching(/\w/),
        expect.stringMatching(/\w/),
      ])
      const needsOptions = type === 'dropdown' || type === 'checkboxes'
      expect(attributes.options?.length ?? 0).toBeGreaterThan(needsOptions ? 0 : -1)
    }
    const ids = body.flatMap(({ id = [] }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  },
)

test('the update bot looks after the packages, the actions and the image', () => {
  const { version, updates } = parse(textOf('.github/dependabot.yml')) as {
    readonly version: number
    readonly updates: readonly { readonly 'package-ecosystem': string; readonly directory: string }[]
  }
  expect(version).toBe(2)
  const watched = updates.map((update) => `${update['package-ecosystem']} ${update.directory}`)
  expect(watched).toEqual(['npm /', 'github-actions /', 'docker /deploy'])
  expect(filesOf('deploy/Dockerfile')).toHaveLength(1)
})
