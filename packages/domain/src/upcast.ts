import type { EventData, EventType } from './events.ts'
import { EVENT_TYPES } from './evolve.ts'

/**
 * Makes the data of an event of one version into that of the next. Version 1 of every type is the first one; a type
 * that changes other than by optional fields gets its steps here, the first from version 1 to 2, and one golden
 * example per version is kept for good (architecture.md "Evolution").
 */
type Step = (data: unknown) => unknown

const STEPS: { readonly [T in EventType]?: readonly Step[] } = {}

/** The log holds an event that this version of the code cannot read. */
export class UnknownEventVersion extends Error {
  constructor(type: string, schemaVersion: number) {
    super(`no such event in this version of the code: ${type}, schema version ${schemaVersion}`)
    this.name = 'UnknownEventVersion'
  }
}

/** The schema version with which events of a type are written. */
export function currentSchemaVersion(type: EventType): number {
  return 1 + (STEPS[type]?.length ?? 0)
}

/**
 * The data of an event from the log, in today's form. Pure.
 * Throws {@link UnknownEventVersion} for a type or a version that this code does not know.
 */
export function upcast(type: string, schemaVersion: number, data: unknown): EventData[EventType] {
  if (!isEventType(type) || !Number.isInteger(schemaVersion) || schemaVersion < 1 || schemaVersion > currentSchemaVersion(type)) {
    throw new UnknownEventVersion(type, schemaVersion)
  }
  let upToDate = data
  for (const step of STEPS[type]?.slice(schemaVersion - 1) ?? []) upToDate = step(upToDate)
  return upToDate as EventData[EventType]
}

const known: ReadonlySet<string> = new Set(EVENT_TYPES)

function isEventType(type: string): type is EventType {
  return known.has(type)
}
