import type { EventData, EventType } from './events.ts'
import { EVENT_TYPES } from './event-table.ts'
import { completeRules } from '../pool-rules/index.ts'

/**
 * Converts the data of an event from one schema version to the next. A type starts at version 1. A change that is more than a new
 * optional field adds a step here, the first from version 1 to 2, and a golden file for the new version
 * (docs/architecture.md, "Changing events").
 */
type Step = (data: unknown) => unknown

const STEPS: { readonly [T in EventType]?: readonly Step[] } = {}

/** The log contains an event that this version of the code cannot read. */
class UnknownEventVersion extends Error {
  constructor(type: string, schemaVersion: number) {
    super(`no such event in this version of the code: ${type}, schema version ${schemaVersion}`)
    this.name = 'UnknownEventVersion'
  }
}

/** Returns the schema version that events of a type are written with. */
export function currentSchemaVersion(type: EventType): number {
  return 1 + (STEPS[type]?.length ?? 0)
}

/**
 * Converts the data of an event from the log to the current schema version. Throws {@link UnknownEventVersion} for an unknown type
 * or version.
 */
export function upcast(type: string, schemaVersion: number, data: unknown): EventData[EventType] {
  if (!isEventType(type) || !Number.isInteger(schemaVersion) || schemaVersion < 1 || schemaVersion > currentSchemaVersion(type)) {
    throw new UnknownEventVersion(type, schemaVersion)
  }
  let current = data
  for (const step of STEPS[type]?.slice(schemaVersion - 1) ?? []) current = step(current)
  return (type === 'PoolRulesChanged' ? withAllRules(current) : current) as EventData[EventType]
}

function withAllRules(data: unknown): EventData['PoolRulesChanged'] {
  const changed = data as EventData['PoolRulesChanged']
  return { ...changed, rules: completeRules(changed.rules) }
}

const known: ReadonlySet<string> = new Set(EVENT_TYPES)

function isEventType(type: string): type is EventType {
  return known.has(type)
}
